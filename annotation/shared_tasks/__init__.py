"""Shared tasks that a project hosts: splits with phases, teams and their systems, submissions, announced results."""
