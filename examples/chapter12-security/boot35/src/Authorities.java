package com.example.bookstore;

import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Prints the authorities of somebody who has just logged in with a password. */
public class Authorities {

    public static void main(String[] args) {
        var users = new InMemoryUserDetailsManager(
                User.withUsername("alice").password("{noop}pw").roles("CUSTOMER").build());
        var manager = new ProviderManager(new DaoAuthenticationProvider(users));
        System.out.println("权限：" + manager.authenticate(
                UsernamePasswordAuthenticationToken.unauthenticated("alice", "pw"))
                .getAuthorities().stream().map(GrantedAuthority::getAuthority).sorted().toList());
    }
}
