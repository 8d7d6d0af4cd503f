"""Measures what the companion claims: one command a claim, results as JSON and as a report to read.

`companion eval --help` lists the commands. Lives in a clone only: a wheel does not carry it, and no product code
imports it.
"""
