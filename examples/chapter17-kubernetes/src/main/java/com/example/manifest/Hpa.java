package com.example.manifest;

/** How many pods a HorizontalPodAutoscaler wants; its bounds and its waiting time come after that. */
public final class Hpa {

    private static final double TOLERANCE = 0.1;

    private Hpa() {
    }

    /**
     * The wanted number of pods.
     *
     * @param pods how many there are
     * @param now their average use, in percent of what they request
     * @param target what it should be
     */
    // region desired
    public static int desired(int pods, double now, double target) {
        if (pods < 1 || now < 0 || target <= 0) {
            throw new IllegalArgumentException(
                    "用量算不了：" + pods + "、" + now + "、" + target);
        }
        double ratio = now / target;
        // 离目标不到一成就不动，免得来回折腾
        return Math.abs(ratio - 1) <= TOLERANCE ? pods
                : (int) Math.ceil(pods * ratio);
    }
    // endregion desired
}
