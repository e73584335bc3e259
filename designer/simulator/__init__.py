"""Test-driving and test-climbing: ``rally`` and ``spire`` play by the rules, ``common`` holds what both use."""
