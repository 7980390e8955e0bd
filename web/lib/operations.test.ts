import { expect, it } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import { operationOutcome } from './operations.ts';

it('says how an operation ended', () => {
  const operation: BulkOperation = {
    id: '0199f2f0-0000-7000-8000-000000000000',
    action: 'markSold',
    status: 'completed',
    total: 1204,
    done: 1204,
    changed: 1200,
    unchanged: 3,
    refused: 1,
    undone: false,
    detail: null,
    createdBy: 'ana',
    finishedAt: '2026-01-01T00:00:09.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  expect(operationOutcome(operation)).toBe(
    '1,200 leads changed, 3 unchanged, 1 already sold to another customer',
  );
  expect(operationOutcome({ ...operation, changed: 1, unchanged: 0, refused: 0 })).toBe('1 lead changed');
  expect(operationOutcome({ ...operation, action: 'undo', unchanged: 0 })).toBe(
    '1,200 leads changed, 1 kept, changed since',
  );
});
