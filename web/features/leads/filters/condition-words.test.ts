import { expect, it } from 'vitest';
import { conditionFields, parseWhere, whereOf } from '#contract/lead-conditions.ts';
import type { Lead } from '#contract/leads.ts';
import { conditionOfValue, oppositeOf } from './condition-of-value.ts';
import { conditionWords, inOneText } from './condition-words.ts';
import { partsIn } from './filter-state.ts';

const shown = (field: string, value: string) =>
  field === 'status'
    ? value.charAt(0).toUpperCase() + value.slice(1)
    : field === 'import'
      ? 'one file'
      : value;
const CUSTOM = [{ name: 'Plan', type: 'text' as const }];

it.each([
  [['city', 'contains', 'Ber'], 'City contains Ber'],
  [['city', 'anyOf', 'Berlin', 'Oslo'], 'City is any of Berlin, Oslo'],
  [['city', 'isEmpty'], 'City is empty'],
  [['status', 'anyOf', 'new', 'hot'], 'Status is any of New, Hot'],
  [['tags', 'noneOf', 'vip'], 'Tags has none of vip'],
  [['isSold', 'is', 'false'], 'Sold is No'],
  [['depositAmount', 'between', '1000', ''], 'Deposit Amount is at least 1,000'],
  [['depositAmount', 'between', '', '5'], 'Deposit Amount is at most 5'],
  [
    ['depositDate', 'between', '2026-01-31', '2026-02-01'],
    'Deposit Date is between Jan 31, 2026 and Feb 1, 2026',
  ],
  [['ownerId', 'is', 'me'], 'Owner is me'],
  [['dueOn', 'is', 'overdue'], 'Next Step Due is overdue'],
  [['dueOn', 'between', '', '2026-02-01'], 'Next Step Due is on or before Feb 1, 2026'],
  [['createdAt', 'lastDays', '7'], 'Created At is in the last 7 days'],
  [['createdAt', 'between', '2026-01-31', ''], 'Created At is on or after Jan 31, 2026'],
  [['import', 'is', '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e20'], 'Import is one file'],
  [['custom:Plan', 'startsWith', 'gold'], 'Plan starts with gold'],
])('says %j in words', (condition, words) => {
  const [part] = partsIn(JSON.stringify([condition]), CUSTOM) ?? [];
  expect(part && inOneText(conditionWords(part, CUSTOM, shown))).toBe(words);
});

const lead = {
  ...{
    id: '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e10',
    city: 'Berlin',
    agent: null,
    tags: ['vip', 'cold'],
    isSold: false,
  },
  ...{
    depositAmount: '12.50',
    createdAt: '2026-02-01T23:30:00.000Z',
    importId: null,
    customData: { Plan: 'gold' },
  },
  ...{ landingPage: 'x'.repeat(501) },
} as unknown as Lead;

it.each([
  ['city', ['city', 'is', 'Berlin'], ['city', 'isNot', 'Berlin']],
  ['agent', ['agent', 'isEmpty'], ['agent', 'isNotEmpty']],
  ['tags', ['tags', 'anyOf', 'vip', 'cold'], ['tags', 'noneOf', 'vip', 'cold']],
  ['isSold', ['isSold', 'is', 'false'], null],
  ['depositAmount', ['depositAmount', 'is', '12.50'], ['depositAmount', 'isNot', '12.50']],
  ['createdAt', ['createdAt', 'is', '2026-02-01'], null],
  ['importId', ['import', 'isEmpty'], ['import', 'isNotEmpty']],
  ['custom:Plan', ['custom:Plan', 'is', 'gold'], ['custom:Plan', 'isNot', 'gold']],
  ['landingPage', null, null],
  ['name', null, null],
])('the value of %s is found by a condition, and left out by its opposite', (column, expected, opposite) => {
  const is = conditionOfValue(lead, column, CUSTOM);
  const where = (one: typeof is) => one && JSON.parse(whereOf([one.condition]) ?? '')[0];
  expect([where(is), where(is && oppositeOf(is))]).toEqual([expected, opposite]);
});

it('says nothing of conditions that can no longer be read', () => {
  expect(partsIn('[["custom:Gone","is","x"]]', CUSTOM)).toBeNull();
  expect(partsIn('no json', CUSTOM)).toBeNull();
  expect(parseWhere('[]', conditionFields([]))).toEqual({ parts: [] });
});
