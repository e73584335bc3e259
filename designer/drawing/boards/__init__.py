"""Dashboards as on the table."""
