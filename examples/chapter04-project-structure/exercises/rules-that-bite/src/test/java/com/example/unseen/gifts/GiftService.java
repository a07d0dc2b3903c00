package com.example.unseen.gifts;

import com.example.unseen.catalog.internal.PriceTable;
import com.example.unseen.members.internal.Points;

public class GiftService {

    public Points points(PriceTable prices) {
        return new Points();
    }
}
