package com.example.slices;

import org.springframework.stereotype.Service;

/** No part of the web layer. */
@Service
class Warehouse {
}
