package com.example.bookstore.shelf;

import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;

import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jpa.repository.JpaRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** What saving a new entity costs when the application has chosen its id. */
@SpringBootTest(classes = ShelfApplication.class, properties = {
        "spring.datasource.generate-unique-name=true", "spring.flyway.enabled=false",
        "spring.jpa.hibernate.ddl-auto=create",
        "spring.jpa.properties.hibernate.generate_statistics=true"})
class AssignedIdTest {

    @Entity(name = "plain_note")
    static class PlainNote {

        @Id
        UUID id = UUID.randomUUID();
    }

    @Entity(name = "versioned_note")
    static class VersionedNote {

        @Id
        UUID id = UUID.randomUUID();

        @Version
        Integer version;
    }

    /** A primitive version is never null. */
    @Entity(name = "primitive_note")
    static class PrimitiveNote {

        @Id
        UUID id = UUID.randomUUID();

        @Version
        long version;
    }

    @Entity(name = "persistable_note")
    static class PersistableNote implements Persistable<UUID> {

        @Id
        UUID id = UUID.randomUUID();

        @Transient
        boolean isNew = true;

        @Override
        public UUID getId() {
            return id;
        }

        @Override
        public boolean isNew() {
            return isNew;
        }
    }

    interface PlainNotes extends JpaRepository<PlainNote, UUID> {
    }

    interface VersionedNotes extends JpaRepository<VersionedNote, UUID> {
    }

    interface PrimitiveNotes extends JpaRepository<PrimitiveNote, UUID> {
    }

    interface PersistableNotes extends JpaRepository<PersistableNote, UUID> {
    }

    @Autowired
    PlainNotes plain;

    @Autowired
    VersionedNotes versioned;

    @Autowired
    PrimitiveNotes primitive;

    @Autowired
    PersistableNotes persistable;

    @Autowired
    EntityManagerFactory entityManagers;

    private long statements(Runnable save) {
        Statistics statistics = entityManagers.unwrap(SessionFactory.class).getStatistics();
        statistics.clear();
        save.run();
        return statistics.getPrepareStatementCount();
    }

    @Test
    @DisplayName("边界：id 自己生成，save 先查再插；有 @Version 就只插")
    void withoutVersionAskedFirst() {
        assertThat(statements(() -> plain.save(new PlainNote()))).isEqualTo(2);
        assertThat(statements(() -> versioned.save(new VersionedNote()))).isEqualTo(1);
    }

    @Test
    @DisplayName("边界：基本类型的 @Version 不算，照样先查再插；Persistable 自己回答，只插")
    void primitiveVersionDoesNotTell() {
        assertThat(statements(() -> primitive.save(new PrimitiveNote()))).isEqualTo(2);
        assertThat(statements(() -> persistable.save(new PersistableNote()))).isEqualTo(1);
    }
}
