"""Quality of evidence rating: agreement of raters, and metrics beside their ratings."""
