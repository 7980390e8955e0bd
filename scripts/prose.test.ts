import { expect, test } from 'vitest';
import {
  commentedSources,
  discouragedComments,
  exportingSources,
  firstWords,
  sharedNames,
} from './prose.mjs';

// Put together here, so that this file is no finding itself.
const slashes = '//';
const open = '/**';

function wordsOf(...lines: string[]) {
  const found = firstWords({ path: 'a.ts', text: lines.join('\n') });
  return found.map(({ word, place }: { word: string; place: string }) => `${place} ${word}`);
}

test('reads the first word of each kind of comment with its line', () => {
  expect(wordsOf('const a = 1;', `${slashes} First why.`)).toEqual(['a.ts:2 First']);
  expect(wordsOf(`let b; ${slashes} Second why.`)).toEqual(['a.ts:1 Second']);
  expect(wordsOf(`  ${open} Third noun. */`)).toEqual(['a.ts:1 Third']);
  expect(wordsOf(open, ' * Fourth noun.', ' * More.', ' */')).toEqual(['a.ts:1 Fourth']);
  expect(wordsOf('SELECT 1; -- Fifth why.')).toEqual(['a.ts:1 Fifth']);
});

test('takes lines that follow each other for one comment', () => {
  expect(wordsOf(`${slashes} First line,`, `${slashes} Of two.`)).toEqual(['a.ts:1 First']);
  expect(wordsOf('-- First line,', '-- Of two.')).toEqual(['a.ts:1 First']);
});

test('takes neither addresses nor decrements nor CSS variables for comments', () => {
  expect(wordsOf("const url = 'https://example.com';", 'count--;', 'color: var(--What);')).toEqual([]);
});

test('names the comments that begin with a discouraged word', () => {
  const text = ['What', 'Whoever', 'Of', 'Whatever', 'Office'].map((word) => `${open} ${word} x. */`);
  expect(discouragedComments([{ path: 'a.ts', text: text.join('\n') }])).toEqual([
    'a.ts:1 What',
    'a.ts:2 Whoever',
    'a.ts:3 Of',
  ]);
});

test('names the exports that two files define, not those that one file defines twice', () => {
  const files = [
    { path: 'a.ts', text: 'export const lead = 1;\nexport type Lead = 1;\nexport async function go() {}' },
    {
      path: 'b.ts',
      text: 'export interface Lead {}\nconst lead = 2;\nexport const two = 1;\nexport type two = 1;',
    },
    { path: 'c.ts', text: 'export function go(): void;\nexport function go() {}' },
  ];
  expect(sharedNames(files)).toEqual(['Lead: a.ts, b.ts', 'go: a.ts, c.ts']);
});

test('allows several files a default export of the same name', () => {
  const text = 'export default async function run() {}';
  expect(sharedNames(['a.ts', 'b.ts'].map((path) => ({ path, text })))).toEqual([]);
});

test('finds the sources of every folder', () => {
  const paths = (files: { path: string }[]) => files.map(({ path }) => path);
  for (const path of ['contract/endpoint.ts', 'server/app.ts', 'web/main.tsx', 'scripts/prose.mjs']) {
    expect(paths(commentedSources())).toContain(path);
    expect(paths(exportingSources())).toContain(path);
  }
  expect(paths(commentedSources())).toContain('tests/e2e/auth.e2e.ts');
  expect(paths(exportingSources())).toEqual(
    expect.arrayContaining(['tests/support/client.ts', 'bench/lead-list.ts']),
  );
  for (const path of ['scripts/prose.test.ts', 'tests/e2e/auth.e2e.ts']) {
    expect(paths(exportingSources())).not.toContain(path);
  }
});
