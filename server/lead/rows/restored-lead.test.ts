import { expect, test } from 'vitest';
import { emptyLead } from './lead-row.ts';
import { restoredLead } from './restored-lead.ts';
import type { StoredLead } from './stored-lead.ts';

const lead: StoredLead = {
  ...emptyLead('0198c0de-0000-7000-8000-000000000000'),
  city: 'Oslo',
  brand: 'Acme',
  hlr: 'dead',
  hlr_source: 'import',
  tags: ['a', 'b'],
  custom_data: { Plan: 'gold', Size: 3, Other: 'kept' },
};
const FIELDS = new Set(['Plan', 'Size', 'Other']);

test('the columns that a change tells of are as they were, the others as they are', () => {
  const changes: Record<string, [unknown, unknown]> = {
    city: [null, 'Oslo'],
    tags: [['a'], ['a', 'b']],
    hlr: ['active', 'dead'],
    hlr_checked_at: ['2024-05-06 07:08:09+00', null],
    hlr_source: ['manual', 'import'],
  };
  expect(restoredLead(lead, { changes }, FIELDS)).toEqual({
    ...lead,
    city: null,
    tags: ['a'],
    hlr: 'active',
    hlr_checked_at: '2024-05-06 07:08:09+00',
    hlr_source: 'manual',
  });
});

test('of custom data the fields that were changed are as they were', () => {
  const before = { Plan: 'silver', Other: 'kept' };
  const after = { Plan: 'gold', Size: 3, Other: 'kept' };
  const changes: Record<string, [unknown, unknown]> = { custom_data: [before, after] };
  expect(restoredLead(lead, { changes }, FIELDS).custom_data).toEqual({ Plan: 'silver', Other: 'kept' });
});

test('a custom field that is no more stays empty, and one that was not changed as it is', () => {
  const changes: Record<string, [unknown, unknown]> = {
    custom_data: [
      { Gone: 'x', Other: 'then' },
      { Gone: 'y', Other: 'then' },
    ],
  };
  expect(restoredLead(lead, { changes }, FIELDS).custom_data).toEqual(lead.custom_data);
});

test('what is no column of a lead is nothing to be put back', () => {
  const changes: Record<string, [unknown, unknown]> = {
    id: ['x', 'y'],
    version: [1, 2],
    is_sold: [true, false],
  };
  expect(restoredLead(lead, { changes }, FIELDS)).toEqual(lead);
});
