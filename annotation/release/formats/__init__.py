"""The shapes a release is written in, a file each."""
