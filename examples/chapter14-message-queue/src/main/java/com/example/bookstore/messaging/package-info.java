/** What the shop and its listeners agree on: the message, and the names on the broker. */
package com.example.bookstore.messaging;
