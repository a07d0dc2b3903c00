rootProject.name = "bookstore"
