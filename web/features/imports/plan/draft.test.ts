import { describe, expect, it } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import {
  draftFor,
  draftPlan,
  type ImportDraft,
  keepNamesWhole,
  mapColumn,
  missingInputs,
  parseTags,
  previewPlan,
  setMatchField,
  setMode,
  splitNames,
} from './draft.ts';

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
  columns: ['Lead_ID', 'Mail', 'Town'],
  preview: [],
  totalRows: 0,
  suggestedMapping: { Mail: 'email', Town: 'city' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
};
const named: Upload = {
  ...upload,
  columns: ['Full Name', 'Mail'],
  suggestedMapping: { 'Full Name': 'firstName', Mail: 'email' },
  nameColumn: 'Full Name',
};
const draft = draftFor(upload);
const with_ = (change: Partial<ImportDraft>): ImportDraft => ({ ...draft, ...change });

describe('draftFor', () => {
  it('presets the suggested mapping, creating leads', () => {
    expect(draft).toMatchObject({
      mapping: { Mail: 'email', Town: 'city' },
      mode: 'create',
      splitColumn: null,
    });
    expect(importPlan.parse(draftPlan(draft))).toEqual(draftPlan(draft));
  });

  it('imports the sheet that was chosen of a workbook with more than one', () => {
    const book: Upload = { ...upload, kind: 'xlsx', sheets: ['May', 'June'], sheet: 'June' };
    expect(draftPlan(draftFor(book)).options.sheet).toBe('June');
    expect(draftPlan(draftFor({ ...book, sheets: ['June'] })).options.sheet).toBeNull();
  });

  it('splits the full names of the one column that has them', () => {
    expect(draftFor(named)).toMatchObject({ mapping: { Mail: 'email' }, splitColumn: 'Full Name' });
    expect(draftPlan(draftFor(named)).nameSplitConfig).toEqual({ column: 'Full Name', enabled: true });
  });
});

describe('name splitting', () => {
  it('is taken back to the suggestion, and offered again', () => {
    const whole = keepNamesWhole(draftFor(named), named);
    expect(whole).toMatchObject({ mapping: named.suggestedMapping, splitColumn: null });
    expect(draftPlan(whole).nameSplitConfig).toBeNull();
    expect(splitNames(whole, 'Full Name')).toEqual(draftFor(named));
  });

  it('ends when its column or a name field is mapped by hand, and by nothing else', () => {
    expect(mapColumn(draftFor(named), 'Full Name', 'brand').splitColumn).toBeNull();
    expect(mapColumn(draftFor(named), 'Mail', 'lastName').splitColumn).toBeNull();
    expect(mapColumn(draftFor(named), 'Mail', 'source').splitColumn).toBe('Full Name');
  });
});

describe('modes', () => {
  it('maps the Lead ID for matching and lets it go with create', () => {
    const update = setMatchField(setMode(draft, 'update'), 'id', upload.columns);
    expect(update.mapping).toEqual({ Lead_ID: 'id', Mail: 'email', Town: 'city' });
    expect(draftPlan(update).importMode).toEqual({ mode: 'update', matchField: 'id' });
    expect(setMode(update, 'create').mapping).toEqual(upload.suggestedMapping);
    expect(draftPlan(setMode(update, 'create')).importMode).toEqual({ mode: 'create' });
  });

  it('guesses no Lead ID column where none is called so', () => {
    expect(setMatchField(setMode(draft, 'update'), 'id', ['Mail', 'Town']).mapping).toEqual(draft.mapping);
    expect(setMatchField(setMode(draft, 'update'), 'phone', upload.columns).mapping).toEqual(draft.mapping);
  });
});

describe('previewPlan', () => {
  it('is the plan itself, or one that creates while the match field has no column', () => {
    const update = setMode(draft, 'update');
    expect(previewPlan(update)).toEqual(draftPlan(update));
    const unmatched = setMatchField(update, 'phone', upload.columns);
    expect(previewPlan(unmatched)).toEqual({ ...draftPlan(unmatched), importMode: { mode: 'create' } });
    const withId = mapColumn(unmatched, 'Lead_ID', 'id');
    expect(previewPlan(withId).fieldMapping).toEqual(draft.mapping);
  });
});

describe('parseTags', () => {
  it('parts by comma, semicolon and pipe, trims, drops empty ones and repetitions', () => {
    expect(parseTags(' vip , ,autumn sale,,vip,')).toEqual(['vip', 'autumn sale']);
    expect(parseTags('vip;hot | new')).toEqual(['vip', 'hot', 'new']);
    expect(parseTags('  ')).toEqual([]);
  });
});

describe('missingInputs', () => {
  it('names a required custom field that nothing feeds, where leads are created', () => {
    const mapped = { ...draft, mapping: { Mail: 'email', Note: 'city' }, splitColumn: null };
    const fields = [
      { name: 'Plan', type: 'text', required: true },
      { name: 'Score', type: 'number', required: false },
    ] as const;
    const text = 'Map a column to Plan. Rows without it will be errors.';
    expect(missingInputs({ ...mapped, mode: 'create' }, fields)).toEqual([{ text, blocks: false }]);
    expect(missingInputs({ ...mapped, mode: 'update', matchField: 'email' }, fields)).toEqual([]);
    const fed = { ...mapped, mode: 'create' as const, mapping: { Mail: 'email', Tariff: 'custom:Plan' } };
    expect(missingInputs(fed, fields)).toEqual([]);
    const both = { ...mapped, mode: 'createOrUpdate', matchField: 'email' } as const;
    expect(missingInputs(both, fields)).toEqual([{ text, blocks: false }]);
  });

  const needsIdentity = 'Map an email or phone column. Rows that have neither will be errors.';
  const update = (change: Partial<ImportDraft>) => with_({ mode: 'update', ...change });

  it.each<[string, ImportDraft, { text: string; blocks: boolean }[]]>([
    ['nothing with an email', draft, []],
    ['nothing with a phone', with_({ mapping: { Tel: 'phone' } }), []],
    [
      'any field',
      with_({ mapping: {} }),
      [{ text: 'Map at least one column to a lead field.', blocks: true }],
    ],
    ['an identity', with_({ mapping: { Town: 'city' } }), [{ text: needsIdentity, blocks: false }]],
    ['nothing to match and change', update({}), []],
    [
      'the match field',
      update({ matchField: 'phone' }),
      [{ text: 'Map a phone column to match leads.', blocks: true }],
    ],
    [
      'something to change',
      update({ mapping: { Mail: 'email' } }),
      [{ text: "Map another column too. Matching leads doesn't change them.", blocks: false }],
    ],
    [
      'the match field where leads are created too',
      with_({ mode: 'createOrUpdate', matchField: 'phone' }),
      [{ text: 'Map a phone column to match leads.', blocks: true }],
    ],
    [
      'nothing else to change where leads are created too',
      with_({ mode: 'createOrUpdate', mapping: { Mail: 'email' } }),
      [],
    ],
    ['nothing when tags are added', update({ mapping: { Mail: 'email' }, tagsText: 'vip' }), []],
  ])('names %s', (_, given, lacks) => {
    expect(missingInputs(given)).toEqual(lacks);
  });
});
