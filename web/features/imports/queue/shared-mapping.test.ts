import { describe, expect, it } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import {
  automaticMapping,
  confirmMapping,
  draftMapping,
  EACH_BY_ITSELF,
  mappingFor,
  matchMapping,
  reopenMapping,
  savedTools,
} from './shared-mapping.ts';

const uploadOf = (columns: string[], more: Partial<Upload> = {}): Upload => ({
  uploadId: '0199c0de-0000-7000-8000-000000000001',
  filename: 'a.csv',
  size: 1,
  kind: 'csv',
  delimiter: ',',
  encoding: 'utf-8',
  sheets: [],
  sheet: null,
  headerRow: 1,
  firstRows: [],
  columns,
  preview: [],
  totalRows: 1,
  suggestedMapping: { [columns[0] ?? '']: 'email' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
  ...more,
});

describe('a mapping in another file', () => {
  const mapping = { 'E-Mail': 'email', Mobile: 'phone', Städt: 'city' };

  it('finds the columns regardless of case, blanks around them and the form of accents', () => {
    const { fieldMapping, missing } = matchMapping(mapping, [' e-mail', 'MOBILE ', 'sta\u0308dt', 'Other']);
    expect(fieldMapping).toEqual({ ' e-mail': 'email', 'MOBILE ': 'phone', 'sta\u0308dt': 'city' });
    expect(missing).toEqual([]);
  });

  it('leaves out what the file lacks, and names it', () => {
    expect(matchMapping(mapping, ['mobile', 'Mail'])).toEqual({
      fieldMapping: { mobile: 'phone' },
      missing: ['E-Mail', 'Städt'],
    });
    expect(matchMapping(mapping, ['Foo']).fieldMapping).toEqual({});
  });

  it('takes the column that is called exactly so before one that is like it, and each once', () => {
    const twice = { phone: 'phone', Phone: 'city' };
    expect(matchMapping(twice, ['Phone', 'phone']).fieldMapping).toEqual({ phone: 'phone', Phone: 'city' });
    expect(matchMapping(twice, ['Phone'])).toEqual({ fieldMapping: { Phone: 'city' }, missing: ['phone'] });
  });

  it('is not led astray by names that every object knows', () => {
    const odd = { constructor: 'email' };
    expect(matchMapping(odd, ['toString']).missing).toEqual(['constructor']);
    expect(matchMapping(odd, ['Constructor']).fieldMapping).toEqual({ Constructor: 'email' });
  });
});

describe('the mapping of a file', () => {
  const remembered = importPlan.parse({ fieldMapping: { Mail: 'email' } });

  it('by itself is the remembered one', () => {
    const upload = uploadOf(['Mail'], { rememberedMapping: remembered });
    expect(automaticMapping(upload)).toEqual({ Mail: 'email' });
    expect(mappingFor(upload, { ...EACH_BY_ITSELF, confirmed: { Mail: 'phone' } }).fieldMapping).toEqual({
      Mail: 'email',
    });
  });

  it('brings its tools along, but not into a mapping for all files', () => {
    const columnTools = [{ tool: 'constant' as const, into: 'Brand', value: 'Acme' }];
    const saved = { ...remembered, fieldMapping: { Mail: 'email', Brand: 'brand' }, columnTools };
    const upload = uploadOf(['Mail'], { rememberedMapping: saved });
    const { fieldMapping } = mappingFor(upload, EACH_BY_ITSELF);
    expect(fieldMapping).toEqual(saved.fieldMapping);
    expect(savedTools(upload, fieldMapping)).toEqual({ columnTools, valueMaps: {} });
    const shared = draftMapping(upload, { ...EACH_BY_ITSELF, kind: 'one' });
    expect(shared).toEqual({ Mail: 'email' });
    expect(savedTools(upload, shared)).toEqual({});
    expect(savedTools(uploadOf(['Mail'], {}), shared)).toEqual({});
  });

  it('is the confirmed one where one serves all', () => {
    const choice = { ...EACH_BY_ITSELF, kind: 'one' as const, draft: { Mail: 'phone' } };
    const confirmed = confirmMapping(choice, uploadOf(['Mail']));
    expect(confirmed).toMatchObject({ confirmed: { Mail: 'phone' }, draft: null });
    expect(mappingFor(uploadOf(['MAIL', 'X']), confirmed).fieldMapping).toEqual({ MAIL: 'phone' });
    expect(mappingFor(uploadOf(['X']), confirmed)).toEqual({ fieldMapping: {}, missing: ['Mail'] });
  });

  it('cannot be confirmed while it maps nothing', () => {
    const choice = { ...EACH_BY_ITSELF, kind: 'one' as const, draft: {} };
    expect(confirmMapping(choice, uploadOf(['Mail']))).toBe(choice);
  });

  it('begins with the automatic one, and with the confirmed one when that is changed', () => {
    const choice = { ...EACH_BY_ITSELF, kind: 'one' as const };
    expect(draftMapping(uploadOf(['Mail']), choice)).toEqual({ Mail: 'email' });
    const again = reopenMapping({ ...choice, confirmed: { Mail: 'phone', City: 'city' } });
    expect(again.confirmed).toBeNull();
    expect(draftMapping(uploadOf(['mail', 'Other']), again)).toEqual({ mail: 'phone' });
  });
});
