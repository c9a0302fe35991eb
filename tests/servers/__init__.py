"""Real servers that a test run starts for itself on the loopback, and always stops."""
