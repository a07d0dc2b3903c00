package com.example.unseen.members;

import com.example.unseen.gifts.GiftService;

public class Members {

    private GiftService gifts;
}
