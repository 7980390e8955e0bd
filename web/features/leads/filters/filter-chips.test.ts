import { expect, it } from 'vitest';
import { parseCustomFilter, termsOf, withCustom } from './filter-chips.ts';

const plain = (_field: string, value: string) => value;

it('says every filter in words', () => {
  const terms = termsOf(
    { isSold: 'false', hlrStatus: 'qualified', depositAmount: '100-500', bin: 'true' },
    plain,
  );
  expect(terms.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'HLR Status: Qualified',
    'Sold: Available',
    'Deposit Amount: 100 to 500',
  ]);
});

it('has a term for each tag and takes that one away', () => {
  const [vip, warm] = termsOf({ tags: 'vip, warm' }, plain);
  expect(vip).toMatchObject({ label: 'Tag', value: 'vip', without: { tags: 'warm' } });
  expect(warm?.without).toEqual({ tags: 'vip' });
  expect(termsOf({ tags: 'vip' }, plain)[0]?.without).toEqual({ tags: undefined });
});

it('has a term for each custom field', () => {
  const custom = JSON.stringify({ Plan: 'gold', Active: 'true' });
  const terms = termsOf({ custom }, plain);
  expect(terms.map(({ label, value }) => `${label}: ${value}`)).toEqual(['Plan: gold', 'Active: Yes']);
  expect(terms[0]?.without).toEqual({ custom: '{"Active":"true"}' });
});

it('sets and clears custom fields, whatever stood there', () => {
  expect(withCustom(undefined, 'Plan', 'gold')).toBe('{"Plan":"gold"}');
  expect(withCustom('{"Plan":"gold"}', 'Plan', '')).toBeUndefined();
  expect(parseCustomFilter('no json')).toEqual({});
  expect(parseCustomFilter('["a"]')).toEqual({});
});

it('names a status as every screen does', () => {
  expect(termsOf({ status: 'contacted' }, () => 'Called')).toMatchObject([
    { label: 'Status', value: 'Called' },
  ]);
});
