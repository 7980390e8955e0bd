import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretKeyOf } from './secret-key.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-key-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the key that is given is the key, and nothing is written', () => {
  const given = Buffer.alloc(32, 7);
  expect(secretKeyOf(given, folder)()).toBe(given);
  expect(readdirSync(folder)).toEqual([]);
});

test('without one a key is made when it is needed, for its owner alone, and kept', () => {
  const dataDir = join(folder, 'data');
  const key = secretKeyOf(null, dataDir);
  expect(readdirSync(folder)).toEqual([]);
  expect(key()).toHaveLength(32);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe(`${key().toString('base64')}\n`);
  expect(secretKeyOf(null, dataDir)()).toEqual(key());
});

test('two folders have two keys', () => {
  expect(secretKeyOf(null, join(folder, 'a'))()).not.toEqual(secretKeyOf(null, join(folder, 'b'))());
});

test.each(['', 'secret', Buffer.alloc(31).toString('base64')])(
  'a damaged key (%j) is named, not replaced',
  (text) => {
    writeFileSync(join(folder, 'secret-key'), text);
    expect(secretKeyOf(null, folder)).toThrow(`The secret key ${join(folder, 'secret-key')} is damaged`);
    expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(text);
  },
);
