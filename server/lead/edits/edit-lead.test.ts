import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueWarning } from '#contract/leads.ts';
import { emptyLead } from '../rows/lead-row.ts';
import { readGiven, readTagList, readTags, readText, uniteTags } from '../values/normalise-text.ts';
import { editedLead, leadFromInput } from './edit-lead.ts';

const PHONE = '+4915112345678';

test('an amount is read from a number as from the text of it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e11, max: 1e11 })), (amount) => {
      const read = (depositAmount: string | number) => () =>
        leadFromInput('id', { phone: PHONE, depositAmount }, []).deposit_amount;
      expect(outcomeOf(read(amount))).toEqual(outcomeOf(read(String(amount))));
    }),
  );
});

test('the tags of one text are united as those of many are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', ',', ';', '|', '\0', 'ä') }),
      (text) => {
        expect(readTagList([text])).toEqual(uniteTags(readTags(text)));
        expect(readTagList([text])).toEqual(readTagList([text, '']));
      },
    ),
  );
});

test('a text is taken without what is around it, as an import reads it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\0', 'ä', '"') }), (city) => {
      const { city: held } = leadFromInput('id', { phone: PHONE, city }, []);
      expect(held).toBe(readGiven(readText(city)) || null);
    }),
  );
});

test.each([
  [{ city: 'x'.repeat(2000) }, null],
  [{ city: 'x'.repeat(2001) }, 'City: The text is too long'],
  [{ city: 'ä'.repeat(1000) }, null],
  [{ city: 'ä'.repeat(1001) }, 'City: The text is too long'],
  [{ brand: 'x'.repeat(600) }, null],
  [{ brand: 'x'.repeat(601) }, 'Brand: The text is too long'],
  [{ source: '€'.repeat(200) }, null],
  [{ source: '€'.repeat(201) }, 'Source: The text is too long'],
])('a text is bounded by its bytes', (fields, refused) => {
  const outcome = outcomeOf(() => leadFromInput('id', { phone: PHONE, ...fields }, []));
  expect(typeof outcome === 'string' ? outcome : null).toBe(refused);
});

test('the first of several fields at fault is told of, in the order of the fields', () => {
  const input = { phone: 'x'.repeat(3000), depositDate: 'never', depositAmount: 'much', email: 'none' };
  expect(outcomeOf(() => leadFromInput('id', input, []))).toMatch(/^Deposit Amount: /);
});

test('an edit leaves the lead before it as it was', () => {
  const lead = {
    ...emptyLead('id'),
    phone: PHONE,
    number_valid: true,
    tags: ['a'],
    custom_data: { Plan: 'x' },
  };
  const before = structuredClone(lead);
  const fields = [{ name: 'Plan', type: 'text' as const, required: false }];
  const next = editedLead(lead, { city: 'Oslo', tags: ['b'], customData: { Plan: 'y' } }, fields);
  expect(lead).toEqual(before);
  expect(next).toEqual({ ...before, city: 'Oslo', tags: ['b'], custom_data: { Plan: 'y' } });
  expect(emptyLead('id')).toMatchObject({ tags: [], custom_data: {} });
});

function outcomeOf<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each(['N/A', '-', '(null)', 'unknown', 'keine Angabe', '\\N', 'inconnu', 'нет данных', '?', 'n.v.t.'])(
  '%s in any field of a form or a call is empty',
  (word) => {
    const text = { firstName: word, country: word, ip: word, depositDate: word, depositAmount: word };
    const input = { ...text, phone: word, tags: [word], email: 'ada@example.com', status: 'new' };
    const lead = leadFromInput('id', input, []);
    expect(lead).toEqual({ ...emptyLead('id'), email: 'ada@example.com' });
    expect(outcomeOf(() => leadFromInput('id', { phone: word, email: word }, []))).toMatch(/needs an email/);
  },
);

test('a phone without a digit is told of, and never replaces one', () => {
  const warnings: ValueWarning[] = [];
  const lead = leadFromInput('id', { email: 'ada@example.com', phone: 'ask him' }, [], warnings);
  expect([lead.phone, warnings.map(({ code }) => code)]).toEqual([null, ['no_phone']]);
  const held = { ...lead, phone: PHONE, number_valid: true };
  expect(outcomeOf(() => editedLead(held, { phone: 'ask him' }, []))).toMatch(/^Phone: Not a phone number/);
});
