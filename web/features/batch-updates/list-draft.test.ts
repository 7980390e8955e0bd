import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  EMPTY_HLR,
  EMPTY_SOLD,
  hlrBody,
  hlrProblem,
  parseList,
  repeatedIn,
  soldBody,
  soldProblem,
} from './list-draft.ts';

const FILE = new File(['phone\n'], 'numbers.csv');

it.each([
  ['', []],
  [' \n ,;; \r\n', []],
  ['+1 201 555 0123', ['+1 201 555 0123']],
  [
    ' a@mail.example ;b@mail.example,\r\nc@mail.example\n',
    ['a@mail.example', 'b@mail.example', 'c@mail.example'],
  ],
])('splits %j', (text, entries) => {
  expect(parseList(text)).toEqual(entries);
});

it('gives back what was joined by any of the three', () => {
  const entry = fc.stringMatching(/^[+0-9a-z@.() -]*[0-9a-z]$/).map((text) => text.trim());
  const between = fc.constantFrom('\n', ',', ';', '\r\n', ' ; ', ',\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(entry, between)), (parts) => {
      expect(parseList(parts.flat().join(''))).toEqual(parts.map(([text]) => text));
    }),
  );
});

it('counts entries that repeat', () => {
  expect(repeatedIn(['a@mail.example', 'A@mail.example', 'b', 'b', 'b'])).toBe(3);
  expect(repeatedIn([])).toBe(0);
});

it('makes the body of a manual update', () => {
  const draft = { ...EMPTY_HLR, text: ' +12015550123;\n555, ', statusValue: ' Active ' };
  expect(hlrBody(draft)).toEqual({
    phoneNumbers: ['+12015550123', '555'],
    hlrType: 'phone',
    statusValue: 'Active',
  });
});

it.each([
  ['manual', EMPTY_HLR, 'No Phone Numbers'],
  ['manual', { ...EMPTY_HLR, file: FILE, statusValue: 'Active' }, 'No Phone Numbers'],
  ['manual', { ...EMPTY_HLR, text: '1' }, 'Status Value Required'],
  ['manual', { ...EMPTY_HLR, text: '1', statusValue: ' ' }, 'Status Value Required'],
  ['manual', { ...EMPTY_HLR, text: '1', statusValue: 'x' }, undefined],
  ['csv', { ...EMPTY_HLR, text: '1', statusValue: 'Active' }, 'No File Selected'],
  ['csv', { ...EMPTY_HLR, file: FILE }, 'Status Value Required'],
  ['csv', { ...EMPTY_HLR, file: FILE, statusValue: 'Active' }, undefined],
] as const)('by %s, %o lacks: %s', (mode, draft, title) => {
  expect(hlrProblem(draft, mode)?.title).toBe(title);
});

it('says how many numbers are taken at once, and which is too long', () => {
  const problemWith = (text: string) => hlrProblem({ ...EMPTY_HLR, text, statusValue: 'Active' }, 'manual');
  expect(problemWith('1\n'.repeat(50_000))).toBeNull();
  expect(problemWith('1\n'.repeat(50_001))?.description).toBe(
    'At most 50,000 phone numbers at once; upload a CSV file for more',
  );
  expect(problemWith(`1\n${'2'.repeat(201)}`)?.description).toBe('Entry 2 is longer than 200 characters');
});

it('makes the body of a manual sale', () => {
  const draft = {
    ...EMPTY_SOLD,
    text: 'ann@mail.example; bea@mail.example',
    identifierType: 'email',
    customerNumber: ' C-1 ',
  } as const;
  expect(soldBody(draft)).toEqual({
    identifiers: ['ann@mail.example', 'bea@mail.example'],
    identifierType: 'email',
    customerNumber: 'C-1',
  });
});

it.each([
  ['manual', EMPTY_SOLD, 'Please enter at least one phone number'],
  ['manual', { ...EMPTY_SOLD, identifierType: 'email' }, 'Please enter at least one email'],
  ['manual', { ...EMPTY_SOLD, text: '1' }, 'Please enter a customer number'],
  ['manual', { ...EMPTY_SOLD, text: '1', customerNumber: '  ' }, 'Please enter a customer number'],
  ['manual', { ...EMPTY_SOLD, text: '1', customerNumber: 'C-1' }, undefined],
  ['csv', { ...EMPTY_SOLD, text: '1', customerNumber: 'C-1' }, 'Please select a CSV file to upload'],
  ['csv', { ...EMPTY_SOLD, file: FILE }, 'Please enter a customer number'],
  ['csv', { ...EMPTY_SOLD, file: FILE, customerNumber: 'C-1' }, undefined],
] as const)('by %s, %o lacks: %s', (mode, draft, description) => {
  expect(soldProblem(draft, mode)?.description).toBe(description);
});

it('says which identifier is too long', () => {
  const draft = { ...EMPTY_SOLD, text: 'a'.repeat(321), customerNumber: 'C-1' };
  expect(soldProblem(draft, 'manual')).toEqual({
    title: 'Entry Too Long',
    description: 'Entry 1 is longer than 320 characters',
    at: 'list',
  });
});
