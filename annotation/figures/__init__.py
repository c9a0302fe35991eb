"""Figures of a project's numbers: accessible SVG with the table it is drawn from. Pure, without Django."""
