"""Files of WAFER: rows, predictions, splits and scores. Only `export` and `importing` use Django."""
