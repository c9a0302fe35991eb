"""What web pages cost, and how well their text is found."""
