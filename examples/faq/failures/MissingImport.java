@RestController
class MissingImport {
}
