package com.example.bookstore;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import java.lang.annotation.Annotation;

import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

public final class ProxyRule {

    // region rule
    /** 带这个注解的方法，不许从同一个类里调用，也不许写成方法引用。 */
    public static ArchRule notFromTheSameClass(Class<? extends Annotation> annotation) {
        return methods().that().areAnnotatedWith(annotation)
                .should(new NotFromTheSameClass());
    }

    private static final class NotFromTheSameClass extends ArchCondition<JavaMethod> {

        NotFromTheSameClass() {
            super("不从同一个类里使用");
        }

        @Override
        public void check(JavaMethod method, ConditionEvents events) {
            // 调用与方法引用都算“用到”
            for (JavaCodeUnitAccess<?> access : method.getAccessesToSelf()) {
                if (access.getOriginOwner().equals(method.getOwner())) {
                    String where = access.getDescription();
                    events.add(SimpleConditionEvent.violated(method, where));
                }
            }
        }
    }
    // endregion rule

    private ProxyRule() {
    }
}
