"""What several reports are made of: digits, leaderboards, the findings of the checks."""
