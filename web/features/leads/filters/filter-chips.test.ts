import { expect, it } from 'vitest';
import { inOneText } from './condition-words.ts';
import { termsOf } from './filter-chips.ts';
import { parseCustomFilter, withCustom } from './filter-state.ts';

const plain = (_field: string, value: string) => value;

it('says every filter in words', () => {
  const terms = termsOf(
    { isSold: 'false', hlrStatus: 'qualified', depositAmount: '100-500', bin: 'true' },
    [],
    plain,
  );
  expect(terms.map(inOneText)).toEqual([
    'HLR Status: Qualified',
    'Sold: Available',
    'Deposit Amount: 100 to 500',
  ]);
});

it('has a term for each tag and takes that one away', () => {
  const [vip, warm] = termsOf({ tags: 'vip, warm' }, [], plain);
  expect(vip).toMatchObject({ lead: 'Tag:', value: 'vip', without: { tags: 'warm' } });
  expect(warm?.without).toEqual({ tags: 'vip' });
  expect(termsOf({ tags: 'vip' }, [], plain)[0]?.without).toEqual({ tags: undefined });
});

it('has a term for each custom field', () => {
  const custom = JSON.stringify({ Plan: 'gold', Active: 'true' });
  const terms = termsOf({ custom }, [], plain);
  expect(terms.map(inOneText)).toEqual(['Plan: gold', 'Active: Yes']);
  expect(terms[0]?.without).toEqual({ custom: '{"Active":"true"}' });
});

it('sets and clears custom fields, whatever stood there', () => {
  expect(withCustom(undefined, 'Plan', 'gold')).toBe('{"Plan":"gold"}');
  expect(withCustom('{"Plan":"gold"}', 'Plan', '')).toBeUndefined();
  expect(parseCustomFilter('no json')).toEqual({});
  expect(parseCustomFilter('["a"]')).toEqual({});
});

it('names a status as every screen does', () => {
  expect(termsOf({ status: 'contacted' }, [], () => 'Called').map(inOneText)).toEqual(['Status: Called']);
});

it('says conditions, alone and any of several', () => {
  const where =
    '[["city","contains","Ber"],["any",[["brand","is","Acme"],["isSold","is","false"]],[["city","isEmpty"]]]]';
  const terms = termsOf({ where }, [], plain);
  expect(terms.map(inOneText)).toEqual([
    'City contains Ber',
    'Any of: Brand is Acme and Sold is No, or City is empty',
  ]);
  expect(terms[0]?.without).toEqual({ where: JSON.stringify(JSON.parse(where).slice(1)) });
});
