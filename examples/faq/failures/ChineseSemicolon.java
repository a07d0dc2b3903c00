class ChineseSemicolon {

    String title = "活着"；
}
