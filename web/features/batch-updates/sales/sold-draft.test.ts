import { expect, it } from 'vitest';
import { EMPTY_SOLD, soldBody, soldProblem } from './sold-draft.ts';

const FILE = new File(['email\n'], 'sold.csv');

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
