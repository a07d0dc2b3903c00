package com.example.bookstore.account;

import java.util.List;

import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.userdetails.User;

/** Who has logged in: the account's id goes along, so that no request has to tell it. */
public class Blogger extends User {

    private static final long serialVersionUID = 1L;

    private final long id;
    private final String displayName;

    Blogger(long id, String username, String displayName, String password, String role) {
        super(username, password, AuthorityUtils.createAuthorityList(role.equals("EDITOR")
                ? List.of("ROLE_AUTHOR", "ROLE_EDITOR") : List.of("ROLE_AUTHOR")));
        this.id = id;
        this.displayName = displayName;
    }

    public long id() {
        return id;
    }

    public String displayName() {
        return displayName;
    }
}
