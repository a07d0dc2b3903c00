package com.example.audit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the company's own starter provides. */
public class AuditLog {

    private static final Logger log = LoggerFactory.getLogger(AuditLog.class);

    public void wrote(String what) {
        log.info("审计：{}", what);
    }
}
