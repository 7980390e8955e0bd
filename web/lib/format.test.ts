import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatDateTime,
  formatDays,
  formatDuration,
  formatLastSeen,
  formatList,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShort,
  formatSize,
} from './format.ts';

const digits = (text: string) => text.replace(/\D/g, '');

describe('format', () => {
  it('counts in the singular and the plural', () => {
    expect(formatCount(1, 'lead')).toBe('1 lead');
    expect(formatCount(0, 'lead')).toBe('0 leads');
    expect(formatCount(2, 'entry', 'entries')).toBe('2 entries');
    expect(formatCount(1234567, 'lead')).toBe('1,234,567 leads');
  });

  it.each([
    [0, '0s'],
    [59.4, '59s'],
    [59.6, '1m 0s'],
    [72, '1m 12s'],
    [3600, '1h 0m'],
    [7500, '2h 5m'],
    [-3, '0s'],
  ])('gives %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('gives a range of days once where both are the same, and one year where both have it', () => {
    expect(digits(formatDays({ from: '2026-03-01', to: '2026-03-01' }))).toBe('12026');
    expect(digits(formatDays({ from: '2026-03-01', to: '2026-04-12' }))).toBe('1122026');
    expect(digits(formatDays({ from: '2025-12-31', to: '2026-01-05' }))).toBe('31202552026');
  });

  it('gives sizes in steps of 1024', () => {
    expect(formatSize(512)).toBe('512 bytes');
    expect(formatSize(2048)).toBe('2 kB');
    expect(formatSize(100 * 1024 * 1024)).toBe('100 MB');
    expect(formatSize(5 * 1024 ** 4)).toBe('5,120 GB');
  });

  it('tells how long ago in the largest unit that fits', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const ago = (time: string) => formatRelative(time, now);
    expect(ago('2026-03-01T11:15:00Z')).toBe('45 minutes ago');
    expect(ago('2026-03-01T09:00:00Z')).toBe('3 hours ago');
    expect(ago('2026-02-28T11:00:00Z')).toBe('yesterday');
    expect(ago('2026-02-20T12:00:00Z')).toBe('9 days ago');
    expect(ago('2026-03-01T11:59:30Z')).toBe('just now');
    expect(formatLastSeen('2026-03-01T11:59:30Z', now)).toBe('Active now');
    expect(formatLastSeen('2026-03-01T11:15:00Z', now)).toBe('Last seen 45 minutes ago');
  });

  it('keeps a day without a time the day it is, in every time zone', () => {
    expect(formatDate('2026-02-01')).toBe('Feb 1, 2026');
  });

  it('writes numbers and times in English', () => {
    expect(formatNumber(1234.5)).toBe('1,234.5');
    expect(formatShort(12_345)).toBe('12.3K');
    expect(formatPercent(0.125)).toBe('12.5%');
    expect(formatDateTime('2026-02-01T15:04:05')).toMatch(/^Feb 1, 2026, 3:04\sPM$/);
  });

  it.each([
    [1234.5, 'USD', '$1,234.50'],
    [1234.5, null, '1,234.50'],
    [12, 'gold bars', '12.00 gold bars'],
  ])('gives the amount %d in %s as %s', (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text);
  });

  it.each([
    [[], ''],
    [['Name'], 'Name'],
    [['Name', 'Sold'], 'Name and Sold'],
    [['Name', 'Sold', 'Tags'], 'Name, Sold and Tags'],
  ])('lists %j as %s', (texts, text) => {
    expect(formatList(texts)).toBe(text);
  });
});
