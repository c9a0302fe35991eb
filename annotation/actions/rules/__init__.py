"""Rules by which a project acts on its own: off until a manager switches one on; each act is logged as an action."""
