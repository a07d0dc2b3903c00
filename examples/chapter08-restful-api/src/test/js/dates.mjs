const read = (text) =>
  console.log(text.padEnd(22), '→', new Date(text).toISOString().slice(0, 16) + 'Z');

read('2026-01-01T09:00'); // LocalDateTime
read('2026-01-01T09:00+08:00'); // OffsetDateTime
read('2026-01-01T01:00Z'); // Instant
read('2026-01-01'); // LocalDate
