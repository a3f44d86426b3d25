"""What all commands share: options, output, help pages."""
