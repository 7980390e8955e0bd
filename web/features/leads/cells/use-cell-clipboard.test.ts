import { expect, it } from 'vitest';
import { byKey, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import type { EditableField } from '../fields/editable-fields.ts';
import { copiedText, pastedEdits } from './use-cell-clipboard.ts';

const lead = (id: string, values: Partial<Lead>): Lead => ({
  ...(byKey(LEAD_FIELDS, () => null) as unknown as Lead),
  id,
  tags: [],
  customData: {},
  ...values,
});
const field = (name: string, editor: EditableField['editor']): EditableField => ({
  field: name,
  label: name,
  editor,
  required: false,
});
const FIELDS = [null, field('city', 'text'), field('tags', 'tags'), field('custom:Active', 'boolean')];
const edits = (leads: Lead[], ...cells: [row: number, column: number, text: string][]) =>
  pastedEdits(
    cells.map(([row, column, text]) => ({ row, column, text })),
    leads,
    (_lead, column) => FIELDS[column] ?? null,
  );

it('copies stored values', () => {
  const ada = lead('1', {
    firstName: 'Ada',
    lastName: 'King',
    tags: ['a', 'b'],
    depositAmount: '1250.50',
    customData: { Active: true },
  });
  expect(
    ['name', 'tags', 'depositAmount', 'custom:Active', 'city'].map((one) => copiedText(ada, one)),
  ).toEqual(['Ada King', 'a, b', '1250.50', 'Yes', '']);
});

it('groups pasted cells by lead, with the values that the user saw', () => {
  const leads = [lead('1', { city: 'Rome', tags: ['vip'] }), lead('2', { customData: { Active: true } })];
  expect(edits(leads, [0, 1, ' Oslo '], [0, 2, 'a; b,a'], [1, 1, ''], [1, 3, 'no'])).toEqual({
    edits: [
      { lead: leads[0], values: { city: 'Oslo', tags: ['a', 'b'] }, seen: { city: 'Rome', tags: ['vip'] } },
      { lead: leads[1], values: { 'custom:Active': 'no' }, seen: { 'custom:Active': true } },
    ],
    readOnly: [],
  });
});

it('leaves out what a cell has already, and names cells that cannot be changed', () => {
  const leads = [lead('1', { city: 'Rome', customData: { Active: true } })];
  const { edits: changed, readOnly } = edits(
    leads,
    [0, 1, 'Rome'],
    [0, 3, 'Yes'],
    [0, 0, 'x'],
    [5, 1, 'Oslo'],
  );
  expect(changed).toEqual([]);
  expect(readOnly).toEqual([{ row: 0, column: 0, text: 'x' }]);
});
