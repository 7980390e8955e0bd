import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { foldText } from '#server/lead/values/fold-text.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { wrongSearches } from '#tests/support/lead-stats.ts';
import { compactSegments } from '#tests/support/segments.ts';

// Searches and filters by texts of any script find the leads whose folded texts contain or equal the folded term, in whichever
// part of the index these leads are.

const LEADS = 120;
const RUNS = 60;
const SEED = 20_261;

let app: TestApp;
let user: SignedIn;
let all: Lead[];

/** Letters of many scripts, with those that differ between cases, normal forms and languages. */
const LETTERS = [
  'aáàäâãåąăǎaAÁÄÅ',
  'eéèêëęEÉ',
  'iíìîïıIİÍ',
  'oóòôöõøőOÖØ',
  'sśšşßſẞSŠ',
  'cçćčCÇnñńNlłLzžźż',
  'ﬁﬂæœÆŒĳ',
  'αάΑΆοόΟΌσςΣωώΩ',
  'аАеёЕЁиИйЙшШ',
  'אבשָׁלוֹם',
  'اأإآحمدَّ',
  'कखिीुू्हिन्दी',
  'กขีิุ่้',
  'かがきぎカガｶﾞパﾊﾟ',
  '김각가나다한국',
  '王小明李',
  "\u0301\u0308\u0323\u200b\u00a0 -'.",
  '٠١٢①½Ⅷ',
].flatMap((letters) => Array.from(letters));

const word = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join('').trim())
  .filter(
    (text) => foldText(text) !== '' && foldText(text) === foldText(text).trim() && !/^all$/i.test(text),
  );

const sample = <T>(texts: fc.Arbitrary<T>, seed: number): T[] => fc.sample(texts, { seed, numRuns: LEADS });

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  await user.post('/api/custom-fields', { name: 'Note', type: 'text' });
  const [first, last] = [sample(word, SEED), sample(word, SEED + 1)];
  const values = sample(fc.constantFrom(...sample(word, SEED + 2).slice(0, 20), ...HOSTILE_TEXTS), SEED + 3);
  const rows = Array.from({ length: LEADS }, (_, n) => [
    ...[first[n] ?? '', last[n] ?? '', `user${n}@mail.test`, ...Array(4).fill(values[n] ?? '')],
  ]);
  const header = ['First', 'Last', 'Email', 'Brand', 'Source', 'Tags', 'Note'];
  await importLeads(user, csvFile([header, ...rows]), {
    fieldMapping: {
      First: 'firstName',
      Last: 'lastName',
      Email: 'email',
      Brand: 'brand',
      Source: 'source',
      Tags: 'tags',
      Note: 'custom:Note',
    },
  });
  all = (await user.get<{ leads: Lead[] }>('/api/leads?limit=200')).body.leads;
  expect(all).toHaveLength(LEADS);
});

afterAll(() => app.close());

const same = (one: unknown, other: string): boolean =>
  typeof one === 'string' && foldText(one) === foldText(other);

/** Punctuation alone is no word, unless there is nothing else. */
function wordsOf(term: string): string[] {
  const parts = foldText(term).match(/[^\s,;]+/g) ?? [];
  const words = parts.filter((part) => /[^\p{P}+]/u.test(part));
  return words.length > 0 ? words : parts;
}

/** Each filter, as plainly as it can be written. */
const RULES = {
  search: (lead: Lead, term: string) =>
    wordsOf(term).every((word) =>
      [`${lead.firstName ?? ''} ${lead.lastName ?? ''}`, lead.email ?? ''].some((text) =>
        foldText(text).includes(word),
      ),
    ),
  brand: (lead: Lead, value: string) => same(lead.brand, value),
  source: (lead: Lead, value: string) => same(lead.source, value),
  tags: (lead: Lead, value: string) =>
    value.split(',').some((tag) => tag.trim() !== '' && lead.tags.some((held) => same(held, tag.trim()))),
  note: (lead: Lead, value: string) => same(lead.customData['Note'], value),
};

/** A text that a lead holds, or a part of it, in another case or form. */
const asked = fc
  .tuple(fc.nat(LEADS - 1), fc.nat(3), fc.nat(8), fc.nat(12), fc.boolean())
  .map(([nth, form, from, length, isWhole]) => {
    const lead = all[nth] as Lead;
    const name = `${lead.firstName ?? ''} ${lead.lastName ?? ''}`.trim();
    const written = (text: string): string =>
      [text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')][form] ?? text;
    const part = Array.from(name).slice(from % name.length, isWhole ? undefined : from + length + 1);
    return { search: written(isWhole ? name : part.join('').trim()), value: written(lead.brand ?? '') };
  });

/** Expects that the list and the count of a filter are what its rules find. */
async function check(filter: Partial<Record<keyof typeof RULES, string>>): Promise<void> {
  const { note, ...plain } = filter;
  const query = new URLSearchParams({ ...plain, ...(note && { custom: JSON.stringify({ Note: note }) }) });
  const expected = all.filter((lead) =>
    Object.entries(filter).every(([key, value]) => RULES[key as keyof typeof RULES](lead, value)),
  );
  const { status, body } = await user.get<{ leads: Lead[]; total: number }>(`/api/leads?${query}&limit=200`);
  expect(status, `${query}`).toBe(200);
  expect(body.leads.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(body.total).toBe(expected.length);
  expect((await user.get(`/api/leads/count?${query}`)).body).toEqual({ total: expected.length });
}

const on = (text: string): boolean => text.trim() !== '' && !/^all$/i.test(text.trim());

describe.each([
  ['above the watermark', 0],
  ['in segments', 16],
])('leads %s', (_, segmentLeads) => {
  beforeAll(async () => {
    if (segmentLeads > 0) await compactSegments(scopeOf(app.context, user.user.organizationId), segmentLeads);
  });

  test('are found by any part of a name and by every value, in any case and form', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.constantFrom('brand', 'source', 'tags', 'note'), async (texts, key) => {
        const { search, value } = texts;
        if (on(search)) await check({ search });
        if (on(value)) await check({ [key]: value });
        if (on(search) && on(value)) await check({ search, [key]: value });
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test('are found by every value that the filter lists offer', async () => {
    const { body } =
      await user.get<Record<'brands' | 'sources' | 'tags', string[]>>('/api/leads/filter-values');
    for (const [key, offered] of [
      ['brand', body.brands],
      ['source', body.sources],
      ['tags', body.tags],
    ] as const) {
      expect(offered.length).toBeGreaterThan(10);
      for (const value of offered) {
        await check({ [key]: value });
        expect(all.some((lead) => RULES[key](lead, value))).toBe(true);
      }
    }
  });
});

test('the stored texts are folded', async () => {
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
});
