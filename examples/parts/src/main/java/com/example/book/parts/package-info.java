/**
 * Real servers and tools that a test starts when it needs them: on free ports, in folders of their own,
 * ended with the test however that ends. A module compiles them with its tests when it sets the property
 * {@code book.parts.skip} to {@code false}. What a machine cannot have skips the test, or fails it where
 * {@code CI=true}.
 */
package com.example.book.parts;
