import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publicLeadInput } from '#contract/public-lead.ts';
import { isPlainLead } from './plain-lead.ts';

const TEXT_KEYS = Object.keys(publicLeadInput.shape).filter(
  (key) => !['depositAmount', 'tags', 'customData'].includes(key),
);
const long = (length: number) => 'x'.repeat(length);
const VALUES = [
  ...['', 'a', long(100), long(101), long(200), long(201), long(2000), long(2001)],
  ...[null, true, false, 0, -0, 1.5, 1e308, Number.POSITIVE_INFINITY, {}, { a: 1 }, { a: {} }, { a: null }],
  ...[[], ['a'], [long(200)], [long(201)], [1], [null], Array.from({ length: 100 }, () => 'a')],
  ...[Array.from({ length: 101 }, () => 'a'), { a: [] }, { a: 'b', c: Number.POSITIVE_INFINITY }],
];

function expectSame(given: unknown): void {
  const { success, data } = publicLeadInput.safeParse(given);
  expect([given, isPlainLead(given)]).toEqual([given, success]);
  if (success) expect(data).toEqual(given);
}

test.each([...Object.keys(publicLeadInput.shape), 'colour', 'constructor', 'length'])(
  '%s is validated as by the schema, and left as it is',
  (key) => {
    for (const value of VALUES) expectSame({ [key]: value });
  },
);

test('a text is plain by its length; the schema, which counts characters, is asked of one that is too long', () => {
  const given = { city: '🙂'.repeat(1001) };
  expect([isPlainLead(given), publicLeadInput.safeParse(given).success]).toEqual([false, true]);
});

test('what is no object is validated as by the schema', () => {
  for (const value of VALUES) expectSame(value);
});

test('leads of any JSON are validated as by the schema, and left as they are', () => {
  const text = fc.option(fc.string());
  const value = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }));
  const custom = fc.dictionary(fc.string(), fc.oneof(text, fc.boolean(), fc.double({ noNaN: true })));
  const lead = fc.record(
    {
      ...Object.fromEntries(TEXT_KEYS.map((key) => [key, fc.oneof({ weight: 60, arbitrary: text }, value)])),
      depositAmount: fc.oneof(text, fc.double({ noNaN: true }), value),
      tags: fc.oneof(fc.array(fc.string()), value),
      customData: fc.oneof(custom, value),
    },
    { requiredKeys: [] },
  );
  fc.assert(fc.property(lead, (given) => expectSame(withoutPrototypes(given))));
});

/** Renames such keys, because the server rejects a body with a `__proto__` key before it gets this far. */
function withoutPrototypes(given: unknown): unknown {
  return JSON.parse(JSON.stringify(given).replaceAll('"__proto__"', '"proto"'));
}
