"""Screening: a test of English, a summary and its mutation, before anybody writes or verifies claims (section 3.2)."""
