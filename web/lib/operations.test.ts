import { expect, it } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import { operationOutcome, operationToast } from './operations.ts';

const operation: BulkOperation = {
  id: '0199f2f0-0000-7000-8000-000000000000',
  action: 'markSold',
  status: 'completed',
  total: 1204,
  done: 1204,
  changed: 1200,
  unchanged: 3,
  refused: 1,
  suppressed: 0,
  undone: false,
  detail: null,
  createdBy: 'ana',
  finishedAt: '2026-01-01T00:00:09.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
};

it('says how an operation ended', () => {
  expect(operationOutcome(operation)).toBe(
    '1,200 leads changed, 3 unchanged, 1 already sold to another customer',
  );
  expect(operationOutcome({ ...operation, changed: 1, unchanged: 0, refused: 0 })).toBe('1 lead changed');
  expect(operationOutcome({ ...operation, action: 'undo', unchanged: 0 })).toBe(
    '1,200 leads changed, 1 kept because of later changes',
  );
});

it('names buyer and amount of a sale', () => {
  const sale = { customerNumber: 'C-1042', customerName: 'Nordlicht', price: '4.25', currency: 'EUR' };
  const sold = { ...operation, changed: 50, unchanged: 0, refused: 0, suppressed: 0, sale };
  expect(operationOutcome(sold)).toBe('Sold 50 leads to C-1042 · Nordlicht for €212.50');
  const unpriced = { ...sale, customerName: null, price: null, currency: null };
  expect(operationOutcome({ ...sold, changed: 1, sale: unpriced })).toBe('Sold 1 lead to C-1042');
});

it('names the suppression lists of those left out', () => {
  const sold = { ...operation, unchanged: 0, refused: 4, suppressed: 2, lists: ['Do not contact'] };
  expect(operationOutcome(sold)).toBe(
    '1,200 leads changed, 2 already sold to another customer, 2 on the suppression list Do not contact',
  );
  expect(
    operationToast('Marked as sold', {
      ...{ ...sold, changed: 0, refused: 2, noConsent: 1, suppressed: 1 },
      lists: ['Acme, opted out', 'Do not contact'],
    }),
  ).toEqual({
    tone: 'neutral',
    title: 'No leads changed',
    description:
      '1 on the suppression lists Acme, opted out and Do not contact, 1 without the required consent',
  });
});

it('reports one that changed nothing as neutral, with the reason', () => {
  const nothing = { ...operation, changed: 0, unchanged: 2, refused: 1 };
  expect(operationToast('Marked as sold', nothing)).toEqual({
    tone: 'neutral',
    title: 'No leads changed',
    description: '2 already sold to this customer, 1 already sold to another customer',
  });
  expect(operationToast('Status set', { ...nothing, action: 'status', unchanged: 0, refused: 0 })).toEqual({
    tone: 'neutral',
    title: 'No leads match',
  });
  expect(operationToast('Status set', { ...operation, action: 'status', refused: 0 })).toEqual({
    title: 'Status set',
    description: '1,200 leads changed, 3 unchanged',
  });
});
