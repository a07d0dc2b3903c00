/** The version table of the references page against what the examples' class paths resolved. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { versions } from '../../src/data';

const recorded = readFileSync('examples/references/output/managed-versions.tsv', 'utf8');
const [header = [], ...rows] = recorded
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

test('its newest column is the Spring Boot of the book', () => {
  expect(header[1]).toBe(versions.tokens['spring-boot']);
});

test('a library that the examples use has the version they ran with', () => {
  const ran = new Map(versions.libraries.map(({ name, version }) => [name, version]));
  const inBoth = rows.filter(([name = '']) => ran.has(name));
  expect(inBoth.length).toBeGreaterThan(10);
  for (const [name = '', version] of inBoth)
    expect(`${name} ${version}`).toBe(`${name} ${ran.get(name)}`);
});
