package com.example.probe;

import java.util.List;

import com.example.book.Recording;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet.OAuth2AuthorizationServerJwtAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

@ExtendWith(OutputCaptureExtension.class)
@DisplayName("加上 starter，一行规则也不写")
class StarterTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SecurityAutoConfiguration.class,
                    UserDetailsServiceAutoConfiguration.class, ServletWebSecurityAutoConfiguration.class,
                    SecurityFilterAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class));

    @Test
    @DisplayName("浏览器转到登录页，只要 JSON 的程序得到 401，Accept 里还有 text/plain 的也转到登录页；密码在日志里")
    void everythingCloses(CapturedOutput output) {
        // 这时还没有加第二个 starter，所以把它带来的类藏起来
        runner.withClassLoader(new FilteredClassLoader(OpaqueTokenIntrospector.class,
                ClientRegistrationRepository.class)).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(UserDetailsService.class);
            MockMvc mvc = MockMvcBuilders.webAppContextSetup((WebApplicationContext) context
                    .getSourceApplicationContext()).apply(springSecurity()).build();
            MockHttpServletResponse browser = mvc.perform(get("/books").accept(MediaType.TEXT_HTML))
                    .andReturn().getResponse();
            MockHttpServletResponse program = mvc.perform(get("/books").accept(MediaType.APPLICATION_JSON))
                    .andReturn().getResponse();
            assertThat(browser.getStatus()).isEqualTo(302);
            assertThat(program.getStatus()).isEqualTo(401);
            // axios 默认的 Accept 里还有 text/plain：当成浏览器
            assertThat(mvc.perform(get("/books").header("Accept", "application/json, text/plain, */*"))
                    .andReturn().getResponse().getRedirectedUrl()).isEqualTo("/login");
            String line = output.getOut().lines().filter(text -> text.startsWith("Using generated"))
                    .findFirst().orElseThrow();
            Recording.check("starter.txt", """
                    启动时的日志
                      %s
                    浏览器 GET /books（Accept: text/html）
                      %d  → %s
                    程序 GET /books（Accept: application/json）
                      %d  WWW-Authenticate: %s
                    """.formatted(line.replaceAll("[0-9a-f-]{36}", "<每次不同>"),
                    browser.getStatus(), browser.getHeader("Location"),
                    program.getStatus(), program.getHeader("WWW-Authenticate")));
        });
    }

    @Test
    @DisplayName("加了资源服务器的 starter：不再有生成的用户与密码；自己写了 spring.security.user.* 的还有")
    void secondStarter(CapturedOutput output) {
        runner.run(context -> {
            assertThat(context).doesNotHaveBean(UserDetailsService.class);
            assertThat(output).doesNotContain("Using generated security password");
        });
        // 自己写了 spring.security.user.*，用户还是会有
        for (String own : List.of("spring.security.user.password=pw", "spring.security.user.name=lee")) {
            runner.withPropertyValues(own).run(context -> assertThat(context).as(own).hasSingleBean(UserDetailsService.class));
        }
    }

    @Test
    @DisplayName("链上写了 jwt()，没有 JwtDecoder：启动失败；写上公钥或签发者的地址就有，启动时不去取")
    void noDecoder(CapturedOutput output) {
        assertThat(catchThrowable(() -> start(OnlyTheChain.class).close())).isNotNull();
        String said = output.getAll();
        String description = said.substring(said.indexOf("Description:") + 12, said.indexOf("Action:")).strip();
        assertThat(description).contains("required a bean of type '" + JwtDecoder.class.getName()
                + "' that could not be found.");
        Recording.check("no-decoder.txt", description + "\n");
        for (String own : List.of("jwk-set-uri=http://localhost:1/keys", "issuer-uri=http://localhost:1")) {
            try (var app = start(OnlyTheChain.class, "--spring.security.oauth2.resourceserver.jwt." + own)) {
                assertThat(app.getBeansOfType(JwtDecoder.class)).as(own).hasSize(1);
            }
        }
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplicationBuilder(application).properties("server.port=0", "spring.sql.init.mode=never")
                .run(arguments);
    }

    // 授权服务器也会带来一个 JwtDecoder，书店的依赖里没有它
    @SpringBootConfiguration
    @EnableAutoConfiguration(exclude = OAuth2AuthorizationServerJwtAutoConfiguration.class)
    static class OnlyTheChain {

        @Bean
        SecurityFilterChain api(HttpSecurity http) throws Exception {
            return http
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                    .build();
        }
    }
}
