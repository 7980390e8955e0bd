import { expect, test } from 'vitest';
import { type MappingToCheck, validateMapping } from './validate-mapping.ts';

const check = (mapping: Record<string, string>, change: Partial<MappingToCheck> = {}) =>
  validateMapping({
    columns: ['A', 'B', 'C'],
    mapping,
    customFields: [{ name: 'Plan' }],
    mode: 'create',
    ...change,
  });

test('a good mapping has no problem', () => {
  expect(
    check({ A: 'email', B: 'numberHlrStatus', C: 'custom:Plan' }, { nameSplit: { column: 'A' } }),
  ).toBeNull();
  expect(check({ A: 'id', B: 'city' }, { mode: 'update', matchField: 'id' })).toBeNull();
});

test.each([
  [{ X: 'email' }, 'The file has no column "X"'],
  [{ A: 'emial' }, 'There is no lead field "emial" to import into'],
  [{ A: 'isSold' }, 'There is no lead field "isSold" to import into'],
  [{ A: 'custom:Age' }, 'There is no custom field "Age"'],
  [{ A: 'email', B: 'email' }, 'The columns "A" and "B" are both mapped to Email'],
  [{ A: 'custom:Plan', B: 'custom:Plan' }, 'The columns "A" and "B" are both mapped to Plan'],
  [{ A: 'hlr', B: 'numberHlrStatus' }, 'The columns "A" and "B" are both mapped to HLR Status'],
  [{ A: 'whatsappHlr', B: 'whatsapp' }, 'The columns "A" and "B" are both mapped to WhatsApp Status'],
  [{}, 'Map at least one column to a lead field'],
  [{ A: 'id' }, 'Lead ID can be mapped only when leads are updated'],
])('%j in create mode: %s', (mapping, message) => {
  expect(check(mapping)).toBe(message);
});

test('update mode needs a column for the match field', () => {
  expect(check({ A: 'city' }, { mode: 'update', matchField: 'id' })).toBe(
    'Map a column to Lead ID to match leads by it',
  );
  expect(check({ A: 'city' }, { mode: 'update' })).toBe('Choose the field to match leads by');
});

test('the column to split must be one of the file', () => {
  expect(check({ A: 'email' }, { nameSplit: { column: 'Name' } })).toBe('The file has no column "Name"');
});
