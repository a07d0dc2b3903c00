package com.example.bookstore.security;

import jakarta.servlet.http.HttpSession;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.test.web.servlet.MockMvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestBuilders.formLogin;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestBuilders.logout;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.response.SecurityMockMvcResultMatchers.authenticated;
import static org.springframework.security.test.web.servlet.response.SecurityMockMvcResultMatchers.unauthenticated;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.head;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.redirectedUrl;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

@SpringBootTest
@AutoConfigureMockMvc
@DisplayName("web 链的规则")
class RuleTests {

    @Autowired
    MockMvc mvc;

    @Autowired
    JdbcClient jdbc;

    // region rules
    @Test
    @DisplayName("书单没登录也能看")
    void booksForAll() throws Exception {
        mvc.perform(get("/books")).andExpect(status().isOk());
    }

    @Test
    @WithMockUser(roles = "CUSTOMER")
    @DisplayName("顾客上架：403")
    void customerMayNotWrite() throws Exception {
        mvc.perform(newBook().with(csrf())).andExpect(status().isForbidden());
    }

    @Test
    @WithMockUser(roles = "STAFF")
    @DisplayName("店员上架：201")
    void staffMayWrite() throws Exception {
        mvc.perform(newBook().with(csrf())).andExpect(status().isCreated());
    }
    // endregion rules

    @Test
    @WithMockUser(roles = "CUSTOMER")
    @DisplayName("/books 下面的地址也归店员：顾客改书 403")
    void belowBooks() throws Exception {
        mvc.perform(delete("/books/1").with(csrf())).andExpect(status().isForbidden());
    }

    @Test
    @WithMockUser(roles = "STAFF")
    @DisplayName("没有书名：400，书单不变")
    void noTitle() throws Exception {
        for (String body : new String[] {"{}", "{\"title\": null}", "{\"title\": \" \"}"}) {
            mvc.perform(post("/books").with(csrf()).contentType(MediaType.APPLICATION_JSON).content(body))
                    .andExpect(status().isBadRequest());
        }
    }

    @Test
    @WithMockUser(roles = "STAFF")
    @DisplayName("店员上架，没带 CSRF 令牌：角色对，仍然 403")
    void missingCsrf() throws Exception {
        mvc.perform(newBook()).andExpect(status().isForbidden());
        mvc.perform(newBook().with(csrf().useInvalidToken())).andExpect(status().isForbidden());
    }

    @Test
    @DisplayName("没登录上架，带了令牌：转到登录页；用 HEAD 看书单也是，它不是 GET；取 resource_metadata 指的文件也是")
    void anonymous() throws Exception {
        mvc.perform(head("/books")).andExpect(redirectedUrl("/login"));
        mvc.perform(get("/.well-known/oauth-protected-resource")).andExpect(redirectedUrl("/login"));
        mvc.perform(newBook().with(csrf()).accept(MediaType.TEXT_HTML)).andExpect(status().isFound())
                .andExpect(redirectedUrl("/login"));
    }

    @Test
    @DisplayName("密码对：登录；密码错、没有这个人：转到同一个地址，看到同一个页面")
    void login() throws Exception {
        mvc.perform(formLogin().user("bob").password("pw")).andExpect(authenticated().withUsername("bob"));
        mvc.perform(formLogin().user("bob").password("x")).andExpect(unauthenticated())
                .andExpect(redirectedUrl("/login?error"));
        mvc.perform(formLogin().user("nobody").password("x")).andExpect(unauthenticated())
                .andExpect(redirectedUrl("/login?error"));
        assertThat(failure("nobody")).contains("Invalid credentials").isEqualTo(failure("bob"));
        mvc.perform(logout()).andExpect(redirectedUrl("/login?logout"));
    }

    /** The page that the browser is sent to, without its CSRF tokens. */
    private String failure(String name) throws Exception {
        HttpSession session = mvc.perform(formLogin().user(name).password("x")).andReturn().getRequest().getSession();
        return mvc.perform(get("/login?error").session((MockHttpSession) session)).andReturn().getResponse()
                .getContentAsString().replaceAll("name=\"_csrf\"[^>]*", "");
    }

    // region upgrade
    @Test
    @DisplayName("登录一次，旧编码换成 bcrypt")
    void upgrade() throws Exception {
        assertThat(password("alice")).startsWith("{noop}");
        mvc.perform(formLogin().user("alice").password("pw")).andExpect(authenticated());
        assertThat(password("alice")).startsWith("{bcrypt}");
        mvc.perform(formLogin().user("alice").password("pw")).andExpect(authenticated());
    }
    // endregion upgrade

    @Test
    @WithMockUser(username = "bob", roles = "CUSTOMER")
    @DisplayName("@PreAuthorize：地址允许，方法仍然 403")
    void methodDenies() throws Exception {
        mvc.perform(get("/orders/count")).andExpect(status().isForbidden());
    }

    @Test
    @WithMockUser(roles = "STAFF")
    @DisplayName("@PreAuthorize：店员 200")
    void methodAllows() throws Exception {
        mvc.perform(get("/orders/count")).andExpect(status().isOk());
    }

    private String password(String name) {
        return jdbc.sql("select password from customers where name = ?").param(name).query(String.class).single();
    }

    private static org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder newBook() {
        return post("/books").contentType(MediaType.APPLICATION_JSON).content("{\"title\": \"算法\"}");
    }
}
