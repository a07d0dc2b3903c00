import org.springframework.boot.test.mock.mockito.MockBean;

class OldMockBean {

    @MockBean
    Runnable task;
}
