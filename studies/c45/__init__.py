"""`C45Tree` beside J48 of Weka."""
