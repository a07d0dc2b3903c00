import { expect, test } from '@playwright/test';
import { runInNewContext } from 'node:vm';
import { bilingualError, withBilingualErrors } from '../../src/app/errorMessages';

test('a known message keeps its English and gains a Chinese sentence, through the chain of causes', () => {
  const error = new Error('A theme navbar item failed to render.\n{}', {
    cause: new Error('No NavbarItem component found for type "x".'),
  });
  const bilingual = bilingualError(error);
  expect(bilingual.message).toMatch(/^\p{Script=Han}.*A theme navbar item failed to render/u);
  expect((bilingual.cause as Error).message).toMatch(/^\p{Script=Han}.*type "x"/u);
  expect(bilingualError(bilingual)).toBe(bilingual);
});

test('an unknown error is handed on as it is', () => {
  const error = new Error('boom', { cause: 'text' });
  expect(bilingualError(error)).toBe(error);
});

test('what a function throws is bilingual, also when another realm made the error', () => {
  const foreign: unknown = runInNewContext(`new Error('No docs version exist for name 1')`);
  const failing = withBilingualErrors(() => {
    throw foreign;
  });
  expect(failing).toThrow(/^没有这个版本.*No docs version exist/);
  expect(withBilingualErrors((a: number, b: number) => a + b)(1, 2)).toBe(3);
});
