"""What every address needs: JSON answers, problems, limits."""
