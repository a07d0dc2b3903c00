package com.example.circular.shipping.internal;

public class Label {
}
