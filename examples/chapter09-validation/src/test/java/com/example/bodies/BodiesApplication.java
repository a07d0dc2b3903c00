package com.example.bodies;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.example.bookstore.wish.WishRequest;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** 请求体自己是列表或 map，元素写了 @Valid、没写 @NotNull；不放进 com.example.gaps，那一份清单要印在书里。 */
@SpringBootApplication
public class BodiesApplication {

    record Line(@NotBlank String isbn) {
    }

    @RestController
    static class BodyController {

        @PostMapping("/inside")
        void inside(@RequestBody List<@Valid Line> lines) {
        }

        @PostMapping("/before")
        void before(@Valid @RequestBody List<Line> lines) {
        }

        @PostMapping("/map")
        void map(@RequestBody Map<String, @Valid Line> lines) {
        }

        @PostMapping("/fine")
        void fine(@RequestBody List<@NotNull @Valid Line> lines) {
        }

        /** 请求体的类型在别的包里。 */
        @PostMapping("/elsewhere")
        void elsewhere(@RequestBody WishRequest wish) {
        }
    }

    /** 注解都写在接口上：校验器看得到，工具也要看得到。 */
    interface Contract {

        @PostMapping("/contract-list")
        void list(@Valid @RequestBody List<@NotNull @Valid Line> lines);

        @PostMapping("/contract-set")
        void set(@NotEmpty @RequestBody Set<@NotNull @Valid Line> lines);
    }

    @RestController
    static class ContractController implements Contract {

        @Override
        public void list(List<Line> lines) {
        }

        @Override
        public void set(Set<Line> lines) {
        }
    }
}
