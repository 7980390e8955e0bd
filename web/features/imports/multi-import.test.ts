import { expect, it } from 'vitest';
import { intakeText } from './multi-import.tsx';

it('counts the files added and skipped, and says how many the queue has no room for', () => {
  expect(intakeText(3, 2, 0)).toBe('3 files added, 2 skipped (not CSV or Excel)');
  expect(intakeText(1, 2, 2)).toBe(
    "1 file added, 2 skipped (not CSV or Excel). The queue can hold 500 files, so 2 more files didn't fit. Remove finished files and add the rest again.",
  );
  expect(intakeText(0, 2, 0)).toBe('No files added, 2 skipped (not CSV or Excel)');
  expect(intakeText(3, 0, 0)).toBe('3 files added');
});
