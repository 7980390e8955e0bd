import { expect, it } from 'vitest';
import { actionOf } from './bulk-actions.ts';

const EMPTY = { status: '', tags: [], customerNumber: '', owners: null, note: '' };

it.each([
  ['status', { ...EMPTY, status: ' qualified ' }, { type: 'status', status: 'qualified' }],
  ['status', { ...EMPTY, status: '  ' }, null],
  ['setField', EMPTY, null],
  [
    'setField',
    { ...EMPTY, setField: { field: 'city', value: 'Rome' } },
    { type: 'setField', field: 'city', value: 'Rome' },
  ],
  ['addTags', { ...EMPTY, tags: ['vip'] }, { type: 'addTags', tags: ['vip'] }],
  ['removeTags', EMPTY, null],
  ['markSold', { ...EMPTY, customerNumber: 'C-1' }, { type: 'markSold', customerNumber: 'C-1' }],
  ['markSold', EMPTY, null],
  [
    'markSold',
    { ...EMPTY, customerNumber: 'C-1', terms: { price: '5', currency: 'USD' } },
    { type: 'markSold', customerNumber: 'C-1', price: '5', currency: 'USD' },
  ],
  ['markSold', { ...EMPTY, customerNumber: 'C-1', terms: null }, null],
  ['returnSale', { ...EMPTY, reason: 'Duplicate' }, { type: 'returnSale', reason: 'Duplicate' }],
  ['returnSale', EMPTY, { type: 'returnSale' }],
  ['assign', { ...EMPTY, owners: ['a', 'b'] }, { type: 'assign', owners: ['a', 'b'] }],
  ['assign', { ...EMPTY, owners: [] }, { type: 'assign', owners: [] }],
  ['assign', EMPTY, null],
  ['note', { ...EMPTY, note: ' Hi ' }, { type: 'note', text: 'Hi' }],
  ['note', { ...EMPTY, note: ' ' }, null],
  ['delete', EMPTY, { type: 'delete' }],
] as const)('makes %s of %o', (kind, input, expected) => {
  expect(actionOf(kind, input)).toEqual(expected);
});
