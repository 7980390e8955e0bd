import { describe, expect, it } from 'vitest';
import { formatCount, formatDate, formatDays, formatDuration, formatRelative, formatSize } from './format.ts';

const digits = (text: string) => text.replace(/\D/g, '');

describe('format', () => {
  it('counts in the singular and the plural', () => {
    expect(formatCount(1, 'lead')).toBe('1 lead');
    expect(formatCount(0, 'lead')).toBe('0 leads');
    expect(formatCount(2, 'entry', 'entries')).toBe('2 entries');
    expect(digits(formatCount(1234567, 'lead'))).toBe('1234567');
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
    expect(digits(formatSize(512))).toBe('512');
    expect(formatSize(2048)).toMatch(/^2\D+kB|^2\D+KB/i);
    expect(formatSize(100 * 1024 * 1024)).toMatch(/^100\D+MB/i);
    expect(formatSize(5 * 1024 ** 4)).toMatch(/GB/i);
  });

  it('tells how long ago in the largest unit that fits', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const ago = (time: string) => formatRelative(time, now);
    expect(digits(ago('2026-03-01T11:15:00Z'))).toBe('45');
    expect(digits(ago('2026-03-01T09:00:00Z'))).toBe('3');
    expect(digits(ago('2026-02-20T12:00:00Z'))).toBe('9');
    expect(ago('2026-03-01T11:59:30Z')).toBe('just now');
  });

  it('keeps a day without a time the day it is, in every time zone', () => {
    expect(digits(formatDate('2026-02-01'))).toContain('2026');
    expect(formatDate('2026-02-01')).toMatch(/\b0?1\b/);
  });
});
