package com.example.probe;

import java.util.List;
import java.util.Set;

import com.example.silent.Draft;

import jakarta.validation.Valid;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.groups.Default;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Service;
import org.springframework.validation.BindingResult;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** 同一个约束的各种写法；测试看每一种由谁抛出什么。 */
@SpringBootApplication
public class ProbeApplication {

    // region price
    /** 点名要这一组时才校验的约束。 */
    public interface OnPublish {
    }

    public record Price(@NotNull(groups = OnPublish.class) Integer cents,
            @NotBlank String currency) {
    }
    // endregion price

    // region plain
    @RestController
    @RequestMapping("/plain")
    static class Plain {

        @PostMapping("/valid-body")
        String validBody(@Valid @RequestBody Draft draft) {
            return "进来了";
        }

        @PostMapping("/validated-body")
        String validatedBody(@Validated @RequestBody Draft draft) {
            return "进来了";
        }

        @GetMapping("/form")
        String form(@Valid Draft draft) {
            return "进来了";
        }

        // endregion plain

        // region plain-parameters
        @GetMapping("/param")
        String param(@RequestParam @Positive int size) {
            return "进来了";
        }

        @PostMapping("/not-null-body")
        String notNullBody(@NotNull @Valid @RequestBody Draft draft) {
            return "进来了";
        }

        @PostMapping("/body-and-param")
        String bodyAndParam(@RequestParam @Positive int size,
                @Valid @RequestBody Draft draft) {
            return "进来了";
        }
        // endregion plain-parameters

        @PostMapping("/no-annotation")
        String noAnnotation(@RequestBody Draft draft) {
            return "进来了";
        }

        @PostMapping("/validated-body-and-param")
        String validatedBodyAndParam(@RequestParam @Positive int size,
                @Validated @RequestBody Draft draft) {
            return "进来了";
        }
        // region containers
        @PostMapping("/valid-list")
        String validList(@Valid @RequestBody List<Draft> drafts) {
            return "进来了";
        }

        @PostMapping("/list-of-valid")
        String listOfValid(@RequestBody List<@Valid Draft> drafts) {
            return "进来了";
        }

        @PostMapping("/validated-list")
        String validatedList(@Validated @RequestBody List<Draft> drafts) {
            return "进来了";
        }

        @PostMapping("/valid-set")
        String validSet(@Valid @RequestBody Set<Draft> drafts) {
            return "进来了";
        }

        @PostMapping("/set-of-valid")
        String setOfValid(@RequestBody Set<@Valid Draft> drafts) {
            return "进来了";
        }
        // endregion containers

        @PostMapping("/nested-list")
        String nestedList(@RequestBody List<List<@Valid Draft>> drafts) {
            return "进来了";
        }

        @PostMapping("/valid-nested-list")
        String validNestedList(@Valid @RequestBody List<List<@Valid Draft>> drafts) {
            return "进来了";
        }

        @PostMapping("/valid-set-of-lists")
        String validSetOfLists(@Valid @RequestBody Set<List<@Valid Draft>> drafts) {
            return "进来了";
        }

        @PostMapping("/not-empty-set-of-lists")
        String notEmptySetOfLists(@NotEmpty @RequestBody Set<List<@Valid Draft>> drafts) {
            return "进来了";
        }

        @GetMapping("/returned")
        @NotNull String returned() {
            return null;
        }

        @PostMapping("/binding-result")
        String bindingResult(@Valid @RequestBody Draft draft, BindingResult errors) {
            return "进来了";
        }

        @PostMapping("/optional-body")
        String optionalBody(@Valid @RequestBody(required = false) Draft draft) {
            return "进来了";
        }

        @PostMapping("/optional-not-null-body")
        String optionalNotNullBody(
                @NotNull @Valid @RequestBody(required = false) Draft draft) {
            return "进来了";
        }

        // region groups
        @PostMapping("/group-body")
        String groupBody(@Validated(OnPublish.class) @RequestBody Price price) {
            return "进来了";
        }

        @PostMapping("/group-body-and-param")
        String groupBodyAndParam(@RequestParam @Positive int size,
                @Validated(OnPublish.class) @RequestBody Price price) {
            return "进来了";
        }

        @PostMapping("/both-and-param")
        String bothAndParam(@RequestParam @Positive int size,
                @Validated(OnPublish.class) @Valid @RequestBody Price price) {
            return "进来了";
        }

        @PostMapping("/group-on-method")
        @Validated({OnPublish.class, Default.class})
        String groupOnMethod(@RequestParam @Positive int size,
                @Valid @RequestBody Price price) {
            return "进来了";
        }

        @PostMapping("/group-on-method-only")
        @Validated({OnPublish.class, Default.class})
        String groupOnMethodOnly(@Valid @RequestBody Price price) {
            return "进来了";
        }

        @PostMapping("/both-groups-and-param")
        String bothGroupsAndParam(@RequestParam @Positive int size,
                @Validated({OnPublish.class, Default.class}) @RequestBody Price price) {
            return "进来了";
        }
        // endregion groups

        @PostMapping("/group-list")
        @Validated({OnPublish.class, Default.class})
        String groupList(@RequestBody List<@Valid Price> prices) {
            return "进来了";
        }

        @PostMapping("/group-on-list")
        String groupOnList(
                @Validated({OnPublish.class, Default.class}) @RequestBody List<Price> prices) {
            return "进来了";
        }
    }

    /** 注解都写在接口上，由生成的代码带来时常常这样。 */
    interface Contract {

        @PostMapping("/contract/list-of-valid")
        String listOfValid(@RequestBody List<@Valid Draft> drafts);

        @PostMapping("/contract/valid-list")
        String validList(@Valid @RequestBody List<@Valid Draft> drafts);

        @PostMapping("/contract/valid-set")
        String validSet(@Valid @RequestBody Set<@Valid Draft> drafts);

        @PostMapping("/contract/not-empty-set")
        String notEmptySet(@NotEmpty @RequestBody Set<@Valid Draft> drafts);
    }

    @RestController
    static class Contracted implements Contract {

        @Override
        public String listOfValid(List<Draft> drafts) {
            return "进来了";
        }

        @Override
        public String validList(List<Draft> drafts) {
            return "进来了";
        }

        @Override
        public String validSet(Set<Draft> drafts) {
            return "进来了";
        }

        @Override
        public String notEmptySet(Set<Draft> drafts) {
            return "进来了";
        }
    }

    // region proxied
    @RestController
    @RequestMapping("/proxied")
    @Validated
    static class Proxied {

        @GetMapping("/param")
        String param(@RequestParam @Positive int size) {
            return "进来了";
        }

        @PostMapping("/valid-body")
        String validBody(@Valid @RequestBody Draft draft) {
            return "进来了";
        }

        @PostMapping("/body-and-param")
        String bodyAndParam(@RequestParam @Positive int size,
                @Valid @RequestBody Draft draft) {
            return "进来了";
        }
        // endregion proxied

        @PostMapping("/list-of-valid")
        String listOfValid(@RequestBody List<@Valid Draft> drafts) {
            return "进来了";
        }

        @GetMapping("/returned")
        @NotNull String returned() {
            return null;
        }
    }

    @RestController
    @Validated({OnPublish.class, Default.class})
    static class Grouped {

        @PostMapping("/grouped/body")
        String body(@Valid @RequestBody Price price) {
            return "进来了";
        }
    }

    @RestController
    static class Delegating {

        private final Shelf shelf;

        Delegating(Shelf shelf) {
            this.shelf = shelf;
        }

        @PostMapping("/service")
        String service(@RequestBody Draft draft) {
            return shelf.put(draft);
        }
    }

    @Service
    @Validated
    static class Shelf {

        String put(@Valid Draft draft) {
            return "进来了";
        }
    }

    // region router
    @Bean
    RouterFunction<ServerResponse> router(Validator validator) {
        return RouterFunctions.route()
                .POST("/router", request -> {
                    request.body(Draft.class);
                    return ServerResponse.ok().body("进来了");
                })
                .POST("/validating-router", request -> {
                    Draft draft = request.body(Draft.class);
                    return validator.validate(draft).isEmpty()
                            ? ServerResponse.ok().body("进来了")
                            : ServerResponse.badRequest().build();
                })
                .build();
    }
    // endregion router
}
