import { expect, it } from 'vitest';
import { statusShares, validityShares } from './shares-card.tsx';

const statuses = (...counts: number[]) =>
  counts.map((totalLeads, index) => ({ status: `status ${index}`, totalLeads }));

it('shares all leads among up to six statuses', () => {
  expect(statusShares(statuses(6, 3, 1))).toEqual([
    { name: 'status 0', leads: 6, share: 0.6 },
    { name: 'status 1', leads: 3, share: 0.3 },
    { name: 'status 2', leads: 1, share: 0.1 },
  ]);
  expect(statusShares(statuses(6, 5, 4, 3, 2, 1))).toHaveLength(6);
});

it('adds up what comes after the fifth of seven or more, and loses nothing', () => {
  const shares = statusShares(statuses(50, 20, 10, 8, 6, 3, 2, 1));
  expect(shares).toHaveLength(6);
  expect(shares.at(-1)).toEqual({ name: '3 others', leads: 6, share: 0.06 });
  expect(shares.reduce((sum, { leads }) => sum + leads, 0)).toBe(100);
});

it('has no shares without leads, and divides by nothing', () => {
  expect(statusShares([])).toEqual([]);
  expect(validityShares({ totalLeads: 0, validNumbers: 0 }).map(({ share }) => share)).toEqual([0, 0]);
});

it('tells valid numbers from the others', () => {
  expect(validityShares({ totalLeads: 8, validNumbers: 6 })).toEqual([
    { name: 'Valid number', leads: 6, share: 0.75 },
    { name: 'No valid number', leads: 2, share: 0.25 },
  ]);
});
