import { expect, test } from 'vitest';
import { readVersion } from './version.ts';

test('the version of a checkout or an archive is that of package.json, followed by the commit where it is known', () => {
  expect(readVersion(null)).toMatch(/^\d+\.\d+\.\d+(?:\+[\da-f]{7})?$/);
  expect(readVersion('0123456789abcdef')).toMatch(/^\d+\.\d+\.\d+\+0123456$/);
});
