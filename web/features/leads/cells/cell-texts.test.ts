import { expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { EditableField, EditorKind } from '../drawer/editable-fields.ts';
import { copiedText, readCellText } from './cell-texts.ts';

const lead = {
  firstName: 'Ada',
  lastName: null,
  isSold: true,
  tags: ['vip', 'warm'],
  depositAmount: '1234.50',
  city: null,
  customData: { Active: false, Score: 7 },
} as unknown as Lead;

it.each([
  ['name', 'Ada'],
  ['isSold', 'Sold'],
  ['tags', 'vip, warm'],
  ['depositAmount', '1234.50'],
  ['city', ''],
  ['custom:Active', 'No'],
  ['custom:Score', '7'],
])('copies %s as %s', (field, expected) => {
  expect(copiedText(lead, field)).toBe(expected);
});

const fieldOf = (editor: EditorKind): EditableField => ({ field: 'x', label: 'X', editor, required: false });

it.each([
  ['tags', 'vip; warm,vip |', { value: ['vip', 'warm'] }],
  ['tags', '', { value: [] }],
  ['boolean', ' YES ', { value: true }],
  ['boolean', '0', { value: false }],
  ['boolean', '', { value: null }],
  ['boolean', 'maybe', { error: 'Write Yes or No' }],
  ['number', '7', { value: 7 }],
  ['number', 'seven', { error: 'Write a number' }],
  ['status', '', { error: 'Enter a status' }],
  ['text', ' Berlin ', { value: 'Berlin' }],
  ['text', '', { value: null }],
] as const)('pastes into %s the text "%s"', (editor, text, expected) => {
  expect(readCellText(fieldOf(editor), text)).toEqual(expected);
});
