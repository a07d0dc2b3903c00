package com.example.bookstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bookstore.InvoiceAutoConfiguration.Invoice;
import com.example.bookstore.ShippingAutoConfiguration.ShippingFee;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class InvoiceAutoConfigurationTest {

    @Test
    void theInvoiceSeesTheFee() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        InvoiceAutoConfiguration.class, ShippingAutoConfiguration.class))
                .run(context -> assertThat(context).getBean(Invoice.class)
                        .extracting(invoice -> invoice.fee().yuan()).isEqualTo(8));
    }

    @Test
    void theShippingStarterIsAsItCame() {
        assertThat(ShippingAutoConfiguration.class.getAnnotations())
                .singleElement().isInstanceOf(AutoConfiguration.class);
        AutoConfiguration annotation = ShippingAutoConfiguration.class.getAnnotation(AutoConfiguration.class);
        assertThat(annotation.before()).as("不许改 ShippingAutoConfiguration").isEmpty();
        assertThat(annotation.beforeName()).as("不许改 ShippingAutoConfiguration").isEmpty();
    }

    @Test
    void withoutAFeeThereIsNoInvoice() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(InvoiceAutoConfiguration.class))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(ShippingFee.class);
                    assertThat(context).doesNotHaveBean(Invoice.class);
                });
    }
}
