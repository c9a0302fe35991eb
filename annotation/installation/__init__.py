"""What `doctor` says of accounts, backups, mail, and of what must never change. Its other checks are in `config`."""
