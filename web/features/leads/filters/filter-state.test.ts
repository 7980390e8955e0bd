import { expect, it } from 'vitest';
import type { Condition, WherePart } from '#contract/lead-conditions.ts';
import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { chosenValues, partsSet, withPart, withValues } from './filter-state.ts';

const CUSTOM = [{ name: 'Plan', type: 'text' as const }];
const ID = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e20';
const is = (field: string, operator: Condition['operator'], ...values: string[]): Condition => ({
  ...{ field, operator, values },
});

it.each<[Condition, LeadFilter]>([
  [is('country', 'is', 'Germany'), { country: 'Germany' }],
  [is('country', 'isNot', 'Germany'), { where: '[["country","isNot","Germany"]]' }],
  [is('country', 'is', 'all'), { where: '[["country","is","all"]]' }],
  [is('status', 'anyOf', 'new', 'hot'), { where: '[["status","anyOf","new","hot"]]' }],
  [is('ownerId', 'is', 'me'), { owner: 'me' }],
  [is('ownerId', 'isEmpty'), { owner: 'none' }],
  [is('dueOn', 'is', 'overdue'), { due: 'overdue' }],
  [is('dueOn', 'isEmpty'), { due: 'none' }],
  [is('dueOn', 'is', '2026-01-31'), { where: '[["dueOn","is","2026-01-31"]]' }],
  [is('isSold', 'is', 'true'), { isSold: 'true' }],
  [is('email', 'isEmpty'), { hasEmail: 'false' }],
  [is('depositDate', 'between', '2026-01-31', ''), { depositDateFrom: '2026-01-31' }],
  [is('depositAmount', 'between', '100', '500'), { depositAmount: '100-500' }],
  [is('depositAmount', 'between', '', '500'), { where: '[["depositAmount","between","","500"]]' }],
  [is('tags', 'anyOf', 'vip', 'cold'), { tags: 'vip,cold' }],
  [is('import', 'is', ID), { import: ID }],
  [is('custom:Plan', 'is', 'gold'), { custom: '{"Plan":"gold"}' }],
  [is('city', 'contains', 'Ber'), { where: '[["city","contains","Ber"]]' }],
])('writes %j where the panel shows it, and reads it back', (condition, expected) => {
  const filter = { ...withPart({}, condition, CUSTOM) };
  expect(filter).toEqual(expected);
  const [set] = partsSet(filter, CUSTOM);
  expect(set?.part).toEqual(condition);
  expect(Object.values({ ...filter, ...set?.without }).filter((value) => value !== undefined)).toEqual([]);
  expect(withPart(filter, condition, CUSTOM)).toEqual({});
});

it('replaces a part, and keeps a second value of a field as a condition', () => {
  const filter: LeadFilter = { country: 'Germany', where: '[["city","is","Bonn"]]' };
  const [country, city] = partsSet(filter, CUSTOM);
  expect(withPart(filter, is('country', 'isNot', 'Peru'), CUSTOM, country?.without)).toEqual({
    country: undefined,
    where: '[["city","is","Bonn"],["country","isNot","Peru"]]',
  });
  expect(withPart(filter, is('brand', 'is', 'Acme'), CUSTOM, city?.without)).toEqual({
    where: undefined,
    brand: 'Acme',
  });
  expect(withPart(filter, is('country', 'is', 'Peru'), CUSTOM)).toEqual({
    where: '[["city","is","Bonn"],["country","is","Peru"]]',
  });
});

it('reads and writes several values of a field, whichever way they were set', () => {
  const field = FILTERED_FIELDS.find(({ key }) => key === 'country');
  if (!field) throw new Error('country is no filter');
  const one = withValues({ where: '[["city","is","Bonn"]]' }, field, ['Peru'], CUSTOM);
  expect(one).toEqual({ country: 'Peru', where: '[["city","is","Bonn"]]' });
  const two = withValues(one, field, ['Peru', 'Chile'], CUSTOM);
  expect(two).toEqual({
    country: undefined,
    where: '[["city","is","Bonn"],["country","anyOf","Peru","Chile"]]',
  });
  expect(chosenValues(two, field, CUSTOM)).toEqual(['Peru', 'Chile']);
  expect(withValues(two, field, [], CUSTOM)).toEqual({ country: undefined, where: '[["city","is","Bonn"]]' });
});

it('keeps lists of conditions as they are', () => {
  const any: WherePart = { any: [[is('country', 'is', 'Peru')], [is('city', 'isEmpty')]] };
  const filter = withPart({}, any, CUSTOM);
  expect(filter).toEqual({ where: '[["any",[["country","is","Peru"]],[["city","isEmpty"]]]]' });
  expect(partsSet(filter, CUSTOM)).toEqual([{ part: any, key: null, without: { where: undefined } }]);
});
