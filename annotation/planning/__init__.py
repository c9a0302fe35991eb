"""Plan work: what remains, by when it is done at the present pace, what it costs, and what each person is paid."""
