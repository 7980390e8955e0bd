import { expect, it } from 'vitest';
import { cx } from './cx.ts';
import { groupedOptions } from './option.ts';

it('lets the later of two classes win, and tells sizes from colours', () => {
  expect(cx('text-14 text-muted', 'text-20')).toBe('text-muted text-20');
  expect(cx('text-muted', 'text-accent')).toBe('text-accent');
  expect(cx('rounded-control', 'rounded-card')).toBe('rounded-card');
  expect(cx('bg-surface', false, undefined, 'bg-hover')).toBe('bg-hover');
});

it('groups options in the order of their groups', () => {
  const a = { value: 'a', label: 'A', group: 'One' };
  const b = { value: 'b', label: 'B' };
  const c = { value: 'c', label: 'C', group: 'One' };
  expect(groupedOptions([a, b, c])).toEqual([
    ['One', [a, c]],
    ['', [b]],
  ]);
});
