package com.example.bookstore.promotion;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

import com.example.bookstore.promotion.Promotion.Tier;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;

/** 满减的每一级都比上一级满得多、减得多。 */
@Constraint(validatedBy = AscendingTiers.Validator.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AscendingTiers {

    String message() default "要比上一级多";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    class Validator implements ConstraintValidator<AscendingTiers, Promotion> {

        // region tiers
        @Override
        public boolean isValid(Promotion promotion, ConstraintValidatorContext context) {
            if (promotion.tiers() == null) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            boolean valid = true;
            List<Tier> tiers = promotion.tiers();
            Tier previous = null;
            for (int i = 0; i < tiers.size(); i++) {
                Tier tier = tiers.get(i);
                if (tier == null) {
                    continue; // 归 @NotNull 管；后一级仍与前面最近的一级比
                }
                if (previous != null && tier.threshold() <= previous.threshold()) {
                    valid = report(context, i, "threshold");
                }
                if (previous != null && tier.off() <= previous.off()) {
                    valid = report(context, i, "off");
                }
                previous = tier;
            }
            return valid;
        }

        // endregion tiers

        // region report
        private static boolean report(ConstraintValidatorContext context, int index,
                String property) {
            context.buildConstraintViolationWithTemplate(
                            context.getDefaultConstraintMessageTemplate())
                    .addPropertyNode("tiers")
                    .addPropertyNode(property).inIterable().atIndex(index)
                    .addConstraintViolation();
            return false;
        }
        // endregion report
    }
}
