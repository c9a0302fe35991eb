"""Statistics as the quality pages and commands show them: cached if possible, computed otherwise."""
