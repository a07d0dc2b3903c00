package com.example.bookstore;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Tells Kubernetes, by way of the probes, what this pod can do. */
// region intake
@Component
public class Intake {

    private final ApplicationEventPublisher events;

    Intake(ApplicationEventPublisher events) {
        this.events = events;
    }

    /** 暂时不接请求，例如重新加载索引的时候。 */
    public void pause() {
        AvailabilityChangeEvent.publish(events, this, ReadinessState.REFUSING_TRAFFIC);
    }

    public void resume() {
        AvailabilityChangeEvent.publish(events, this, ReadinessState.ACCEPTING_TRAFFIC);
    }

    /** 要重启才好得了，例如内部的状态坏了。 */
    public void giveUp() {
        AvailabilityChangeEvent.publish(events, this, LivenessState.BROKEN);
    }
}
// endregion intake
