package com.example.unseen.members.internal;

public class Points {
}
