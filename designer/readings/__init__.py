"""What a stage says about itself: ``line`` is the way from start to finish, from which ``facts`` and ``pace_notes`` are
read; ``boxes`` says what to fetch.
"""
