package com.example.pitfalls;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/** Draws a captcha. */
final class Sign {

    private Sign() {
    }

    public static void main(String[] arguments) {
        Graphics2D graphics = new BufferedImage(80, 30, BufferedImage.TYPE_INT_RGB).createGraphics();
        graphics.setFont(new Font("SansSerif", Font.PLAIN, 20));
        graphics.drawString("4711", 5, 20);
        System.out.println("drawn");
    }
}
