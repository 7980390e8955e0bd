import { parse, stringify, validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids are versions 7, each greater than the one before, and differ in their random part', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids.map((id) => stringify(parse(id)))).toEqual(ids);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.slice(-11))).size).toBe(ids.length);
});

test('an id tells when it was made', () => {
  const before = Date.now();
  const made = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(Date.now() + 1);
});
