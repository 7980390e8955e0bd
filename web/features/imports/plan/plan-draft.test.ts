import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { draftPlan, type ImportDraft, parseTags, planDraft } from './draft.ts';

// The API drops members of this name.
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== '__proto__');
const tag = name.map((text) => text.replace(/[,;|]/g, '').trim()).filter((text) => text !== '');
const country = fc.constantFrom('DE', 'US', null);
const policy = fc.constantFrom('overwrite' as const, 'fillEmpty' as const);
const reading = {
  sheet: fc.option(name),
  encoding: fc.option(fc.constant('windows-1251')),
  delimiter: fc.option(fc.constantFrom(',' as const, ';' as const)),
  headerRow: fc.option(fc.nat({ max: 1000 })),
};
const changes = {
  columnTools: fc.array(
    fc.record({
      tool: fc.constant('constant' as const),
      into: fc.constantFrom('Source', 'Town'),
      value: fc.constantFrom('Fair', '7'),
    }),
    {
      maxLength: 2,
    },
  ),
  valueMaps: fc.dictionary(name, fc.dictionary(name, name), { maxKeys: 3 }),
};
const matchField = fc.constantFrom('email' as const, 'phone' as const, 'id' as const);

const plan: fc.Arbitrary<ImportPlan> = fc.record({
  fieldMapping: fc.dictionary(name, fc.constantFrom('email', 'phone', 'custom:Plan')),
  nameSplitConfig: fc.option(fc.record({ column: name, enabled: fc.constant(true) })),
  importMode: fc.oneof(
    fc.constant({ mode: 'create' as const }),
    fc.record({ mode: fc.constantFrom('update' as const, 'createOrUpdate' as const), matchField }),
  ),
  manualTags: fc.uniqueArray(tag, { maxLength: 5 }),
  options: fc.record({
    defaultCountry: country,
    countryFromPhone: fc.boolean(),
    owners: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    dropInvalidEmails: fc.boolean(),
    updatePolicy: policy,
    ...reading,
  }),
  ...changes,
});

const draft: fc.Arbitrary<ImportDraft> = fc.record({
  mapping: fc.dictionary(name, fc.constantFrom('email', 'phone', 'custom:Plan')),
  splitColumn: fc.option(name),
  mode: fc.constantFrom('create' as const, 'update' as const, 'createOrUpdate' as const),
  matchField,
  updatePolicy: policy,
  defaultCountry: country,
  countryFromPhone: fc.boolean(),
  owners: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
  dropInvalidEmails: fc.boolean(),
  tagsText: fc.string(),
  ...reading,
  ...changes,
});

it('restores the draft of every plan', () => {
  fc.assert(
    fc.property(plan, (stored) => {
      expect(draftPlan(planDraft(stored))).toEqual(stored);
    }),
  );
});

it('restores every draft, except for separators of tags and the match field of a new import', () => {
  fc.assert(
    fc.property(draft, (left) => {
      const restored = planDraft(importPlan.parse(JSON.parse(JSON.stringify(draftPlan(left)))));
      expect(restored).toEqual({
        ...left,
        matchField: left.mode === 'create' ? 'email' : left.matchField,
        tagsText: parseTags(left.tagsText).join(', '),
      });
    }),
  );
});
