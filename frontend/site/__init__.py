"""What a monitor or an operator asks of the site as a whole: whether it is ready, its metrics, its state."""
