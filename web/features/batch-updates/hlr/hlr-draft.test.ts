import { expect, it } from 'vitest';
import { EMPTY_HLR, hlrBody, hlrProblem } from './hlr-draft.ts';

const FILE = new File(['phone\n'], 'numbers.csv');

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
