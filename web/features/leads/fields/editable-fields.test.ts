import { expect, it } from 'vitest';
import { bodyOf, conflictingValue, editableSections, readValue, sameFieldValue } from './editable-fields.ts';

it('offers every field that may be written, custom ones last', () => {
  const sections = editableSections([
    { id: 'a', name: 'Plan', label: 'Plan', type: 'boolean', required: true, options: [] },
  ]);
  const fields = sections.flatMap((section) => section.fields.map(({ field }) => field));
  expect(fields).toEqual(expect.arrayContaining(['email', 'status', 'tags', 'depositDate', 'whatsapp']));
  for (const fixed of ['id', 'isSold', 'numberValid', 'createdAt']) expect(fields).not.toContain(fixed);
  expect(fields.at(-1)).toBe('custom:Plan');
  expect(new Set(fields).size).toBe(fields.length);
});

it.each([
  ['text', '  Jo ', { value: 'Jo' }],
  ['text', ' ', { value: null }],
  ['number', '12.5', { value: 12.5 }],
  ['number', 'twelve', { error: 'Enter a number' }],
  ['boolean', 'false', { value: false }],
] as const)('reads %s %s', (editor, text, expected) => {
  expect(readValue(editor, text)).toEqual(expected);
});

it('puts custom fields together', () => {
  expect(bodyOf({ email: 'a@b.example', 'custom:Plan': 'gold', 'custom:Age': null })).toEqual({
    email: 'a@b.example',
    customData: { Plan: 'gold', Age: null },
  });
});

it('finds what a conflict says of a field', () => {
  expect(conflictingValue({ email: 'b@c.example' }, 'email')).toBe('b@c.example');
  expect(conflictingValue({ 'custom:Plan': 'gold' }, 'custom:Plan')).toBe('gold');
  expect(conflictingValue({ customData: { Plan: 'gold' } }, 'custom:Plan')).toBe('gold');
  expect(conflictingValue({ email: null }, 'email')).toBeNull();
});

it('compares lists in whatever order', () => {
  expect(sameFieldValue(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(sameFieldValue(['a'], ['a', 'b'])).toBe(false);
  expect(sameFieldValue('a', null)).toBe(false);
});
