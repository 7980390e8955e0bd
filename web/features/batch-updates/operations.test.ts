import { expect, it } from 'vitest';
import { canUndoOperation, hasReport, operationNoun, operationState, operationWords } from './operations.ts';

it('counts rows of a list and leads of what else there is', () => {
  expect(operationNoun({ action: 'updatePhones' })).toBe('row');
  expect(operationNoun({ action: 'fixPhones' })).toBe('lead');
  expect(operationNoun({ action: 'mergeDuplicates' })).toBe('group');
});

it('names an operation and what it did', () => {
  expect(operationWords({ action: 'fixPhones' })).toEqual({
    title: 'Fix phone numbers',
    changed: 'Fixed',
    refused: 'Conflicts',
  });
});

it.each([
  ['updateHlr', 'completed', 0, 1, true],
  ['markSoldList', 'completed', 1, 0, true],
  ['updateHlr', 'completed', 0, 0, false],
  ['updateHlr', 'processing', 1, 1, false],
  ['updatePhones', 'failed', 0, 1, true],
  ['fixPhones', 'completed', 0, 1, true],
  ['fixPhones', 'completed', 1, 0, false],
  ['markSold', 'completed', 1, 1, false],
] as const)(
  '%s, %s, with %i unchanged and %i refused has a report: %s',
  (action, status, unchanged, refused, expected) => {
    expect(hasReport({ action, status, unchanged, refused })).toBe(expected);
  },
);

it.each([
  ['completed', 1, false, true],
  ['failed', 1, false, true],
  ['completed', 0, false, false],
  ['completed', 1, true, false],
  ['processing', 1, false, false],
] as const)('%s, with %i changed and undone %s can be undone: %s', (status, changed, undone, expected) => {
  expect(canUndoOperation({ action: 'status', status, changed, undone })).toBe(expected);
  expect(canUndoOperation({ action: 'undo', status, changed, undone })).toBe(false);
});

it.each([
  ['processing', false, 'Processing'],
  ['completed', false, 'Completed'],
  ['failed', false, 'Failed'],
  ['canceled', false, 'Canceled'],
  ['completed', true, 'Undone'],
] as const)('%s, undone %s is called %s', (status, undone, label) => {
  expect(operationState({ status, undone }).label).toBe(label);
});
