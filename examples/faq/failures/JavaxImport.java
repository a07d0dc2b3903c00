import javax.servlet.http.HttpServletRequest;

class JavaxImport {

    HttpServletRequest request;
}
