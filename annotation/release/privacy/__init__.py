"""What a release says of people: free texts that are left out or redacted, and the smallest group of its figures."""
