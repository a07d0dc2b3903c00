public class BookControler {
}
