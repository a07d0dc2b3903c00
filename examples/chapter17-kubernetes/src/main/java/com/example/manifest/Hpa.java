package com.example.manifest;

/** How many pods a HorizontalPodAutoscaler wants; its bounds and its waiting time come after that. */
public final class Hpa {

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
        // 离目标不超过一成就不动，免得来回折腾
        return Math.abs(now - target) <= target / 10 ? pods
                : (int) Math.ceil(pods * now / target);
    }
    // endregion desired
}
