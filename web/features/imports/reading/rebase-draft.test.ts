import { expect, it } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { draftFor } from '../plan/draft.ts';
import { rebaseDraft } from './rebase-draft.ts';

const upload: Upload = {
  uploadId: '0199c0de-0000-7000-8000-000000000001',
  filename: 'leads.csv',
  size: 1000,
  kind: 'csv',
  delimiter: ',',
  encoding: 'utf-8',
  sheets: [],
  sheet: null,
  headerRow: 1,
  firstRows: [],
  columns: ['Mail', 'Town', 'Stage'],
  preview: [],
  totalRows: 10,
  suggestedMapping: { Mail: 'email', Town: 'city', Stage: 'status' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
};
const other: Upload = {
  ...upload,
  headerRow: 2,
  columns: ['Mail', 'City', 'Stage', 'Mobile'],
  suggestedMapping: { Mail: 'email', City: 'city', Stage: 'status', Mobile: 'phone' },
};
const fillTown = { tool: 'default', column: 'Town', value: 'Rome' } as const;
const fillStage = { tool: 'default', column: 'Stage', value: 'new' } as const;

it('takes the suggestions of the new reading while nothing was chosen', () => {
  expect(rebaseDraft({ ...draftFor(upload), tagsText: 'vip' }, upload, other)).toEqual({
    ...draftFor(other),
    tagsText: 'vip',
  });
});

it('keeps fields, tools and values of columns that are still there', () => {
  const draft = {
    ...draftFor(upload),
    mapping: { Mail: 'email', Town: 'city', Stage: 'source' },
    columnTools: [fillTown, fillStage],
    valueMaps: { Town: { roma: 'Rome' }, Stage: { hot: 'qualified' } },
  };
  expect(rebaseDraft(draft, upload, other)).toMatchObject({
    headerRow: 2,
    mapping: { Mail: 'email', Stage: 'source', City: 'city', Mobile: 'phone' },
    columnTools: [fillStage],
    valueMaps: { Stage: { hot: 'qualified' } },
  });
});

it('feeds no field twice', () => {
  const draft = { ...draftFor(upload), mapping: { Mail: 'phone' } };
  expect(rebaseDraft(draft, upload, other).mapping).toEqual({ Mail: 'phone', City: 'city' });
});
