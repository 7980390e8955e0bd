import { expect, it } from 'vitest';
import { editableSections } from '../fields/editable-fields.ts';
import { EMPTY_DRAFT, parseNewLeadDraft } from './new-lead-draft.ts';

const sections = editableSections([
  { id: 'a', name: 'Age', label: 'Age', type: 'number', required: true, options: [] },
  { id: 'b', name: 'Active', label: 'Active', type: 'boolean', required: false, options: [] },
]);

it('reads what is given and leaves out what is empty', () => {
  const draft = {
    ...EMPTY_DRAFT,
    email: ' jo@mail.example ',
    city: ' ',
    tags: ['vip'],
    'custom:Age': '31',
    'custom:Active': 'false',
  };
  expect(parseNewLeadDraft(draft, sections)).toEqual({
    values: {
      status: 'new',
      email: 'jo@mail.example',
      tags: ['vip'],
      'custom:Age': 31,
      'custom:Active': false,
    },
    wrong: {},
  });
});

it('asks for an email or a phone, for what is required, and for numbers', () => {
  expect(parseNewLeadDraft({}, sections).wrong).toEqual({
    email: 'Enter an email or a phone',
    'custom:Age': 'Enter Age',
  });
  const draft = { phone: '+12015550123', 'custom:Age': 'old' };
  expect(parseNewLeadDraft(draft, sections).wrong).toEqual({ 'custom:Age': 'Enter a number' });
});
