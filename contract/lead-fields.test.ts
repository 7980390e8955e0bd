import { expect, test } from 'vitest';
import { customFieldName, customTarget, IMPORT_FIELDS, importField, LEAD_FIELDS } from './lead-fields.ts';

test('keys, columns and labels are unique', () => {
  for (const name of ['key', 'column', 'label'] as const) {
    expect(new Set(LEAD_FIELDS.map((field) => field[name])).size).toBe(LEAD_FIELDS.length);
  }
});

test('columns are the keys in snake case', () => {
  const column = (key: string) => LEAD_FIELDS.find((field) => field.key === key)?.column;
  expect(['ip', 'firstName', 'depositAmount', 'isSold'].map(column)).toEqual([
    'ip',
    'first_name',
    'deposit_amount',
    'is_sold',
  ]);
});

test('imports fill every field but what the product keeps itself, and two targets more', () => {
  const kept = LEAD_FIELDS.filter((field) => !importField(field.key)).map((field) => field.key);
  expect(kept).toEqual(['numberValid', 'isSold', 'dueOn', 'dueNote', 'importId', 'createdAt']);
  const elsewhere = IMPORT_FIELDS.filter((field) => field.storedIn !== field.key);
  expect(elsewhere.map((field) => [field.key, field.storedIn, field.column])).toEqual([
    ['numberHlrStatus', 'hlr', 'hlr'],
    ['whatsappHlr', 'whatsapp', 'whatsapp'],
  ]);
});

test('a custom field and its target name each other', () => {
  expect(customFieldName(customTarget('custom:Plan A'))).toBe('custom:Plan A');
  expect([customFieldName('email'), importField('custom:Plan'), importField('nonsense')]).toEqual([
    null,
    null,
    null,
  ]);
});
