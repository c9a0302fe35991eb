"""Files of WAFER: rows, splits, from and to a corpus. Only `export` and `importing` use Django."""
