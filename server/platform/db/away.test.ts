import { expect, test } from 'vitest';
import { isDatabaseAway } from './away.ts';

const failure = (message: string, code?: string): Error => Object.assign(new Error(message), { code });

test.each([
  [
    'connection to the remote node app@worker-1:5432 failed with the following error: Connection refused',
    '08006',
  ],
  [
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
    'XX000',
  ],
  ['failure on connection marked as essential: worker-1:5432', 'XX000'],
  ['failed to COPY to shard 102169 on worker-1:5432', '58030'],
  ['terminating connection due to unexpected postmaster exit', 'XX000'],
  ['could not receive data from server: Connection timed out', 'XX000'],
  ['terminating connection due to administrator command', '57P01'],
])('the database is away: %s', (message, code) => {
  expect(isDatabaseAway(failure(message, code))).toBe(true);
});

test.each([
  ['duplicate key value violates unique constraint "leads_email"', '23505'],
  ['cache lookup failed', 'XX000'],
])('a statement failed: %s', (message, code) => {
  expect(isDatabaseAway(failure(message, code))).toBe(false);
});
