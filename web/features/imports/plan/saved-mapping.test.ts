import { describe, expect, it } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { draftFor, draftPlan, mapColumn } from './draft.ts';
import { firstDraft, mappingSource, switchMapping } from './saved-mapping.ts';

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
  columns: ['Mail', 'Town'],
  preview: [],
  totalRows: 10,
  suggestedMapping: { Mail: 'email', Town: 'city' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
};
const options = {
  defaultCountry: 'DE',
  countryFromPhone: false,
  owners: [] as string[],
  updatePolicy: 'fillEmpty',
  dropInvalidEmails: false,
  sheet: null,
  encoding: null,
  delimiter: null,
  headerRow: null,
} as const;
const known: Upload = {
  ...upload,
  rememberedMapping: {
    fieldMapping: { Mail: 'email', Town: 'source' },
    nameSplitConfig: null,
    options,
    columnTools: [],
    valueMaps: { Town: { fair: 'Trade fair' } },
  },
};

describe('firstDraft', () => {
  it('is the automatic mapping for columns that were never imported', () => {
    expect(firstDraft(upload)).toEqual(draftFor(upload));
  });

  it('is the mapping and the value options that are remembered, and starts as create', () => {
    const chosen = { importMode: { mode: 'create' }, manualTags: [] };
    const { encoding, delimiter, headerRow } = known;
    const read = { options: { ...options, encoding, delimiter, headerRow } };
    expect(draftPlan(firstDraft(known))).toEqual({ ...known.rememberedMapping, ...read, ...chosen });
  });

  it('splits names again only where the file has full names', () => {
    const split = { ...known.rememberedMapping, nameSplitConfig: { column: 'Town', enabled: true } };
    const named = { ...known, rememberedMapping: { ...split, fieldMapping: { Mail: 'email' } } } as Upload;
    expect(firstDraft(named).splitColumn).toBeNull();
    expect(firstDraft({ ...named, nameColumn: 'Town' }).splitColumn).toBe('Town');
  });
});

describe('mappingSource', () => {
  it('tells which mapping stands, until it is changed', () => {
    expect(mappingSource(firstDraft(known), known)).toBe('saved');
    expect(mappingSource({ ...firstDraft(known), tagsText: 'vip' }, known)).toBe('saved');
    expect(mappingSource(draftFor(known), known)).toBe('automatic');
    expect(mappingSource(mapColumn(draftFor(known), 'Town', 'region'), known)).toBeNull();
  });

  it('says nothing where nothing is remembered, or the same as auto-map sees', () => {
    expect(mappingSource(draftFor(upload), upload)).toBeNull();
    const { manualTags: _tags, importMode: _mode, ...same } = draftPlan(draftFor(upload));
    const reordered = { ...same, fieldMapping: { Town: 'city', Mail: 'email' } };
    const alike = { ...upload, rememberedMapping: reordered };
    expect(mappingSource(firstDraft(alike), alike)).toBeNull();
  });
});

it('switches between the two and keeps the tags', () => {
  const tagged = { ...firstDraft(known), tagsText: 'vip' };
  const automatic = switchMapping(tagged, known, 'automatic');
  expect(automatic).toEqual({ ...draftFor(known), tagsText: 'vip' });
  expect(switchMapping(automatic, known, 'saved')).toEqual(tagged);
});
