"""What a release made has to open in every later one. (Only a package: `made` writes it, a test opens it.)"""
