"""What managers do about work and people: with a preview, a reason, a log and undo."""
