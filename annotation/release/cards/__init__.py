"""What says what a release is: dataset card, data statement, citation, Croissant metadata, licence, attribution."""
