import type pg from 'pg';
import { Refusal } from '../errors.ts';

/** Attempts within a window before further ones are refused unseen. */
const LIMITS = { account: 10, address: 50 } as const;
const WINDOW = '15 minutes';

/** Names what attempts are counted by. */
export function attemptKeys(account: string, address: string): { account: string; address: string } {
  return { account: `account:${account}`, address: `address:${address}` };
}

/**
 * Counts a sign-in attempt before the password is looked at, so that many at once can't slip by.
 * @throws Refusal too_many_requests with the seconds to wait
 */
export async function countAttempt(app: pg.Pool, keys: { account: string; address: string }): Promise<void> {
  // In the order of their keys, so that two sign-ins at once can't wait for each other.
  const { rows } = await app.query<{ key: string; attempts: number; wait: number }>(
    `INSERT INTO sign_in_attempts AS a (key, attempts, window_ends_at)
     SELECT key, 1, now() + $2::interval FROM unnest($1::text[]) AS key ORDER BY key
     ON CONFLICT (key) DO UPDATE SET
       attempts = CASE WHEN a.window_ends_at < now() THEN 1 ELSE a.attempts + 1 END,
       window_ends_at = CASE WHEN a.window_ends_at < now() THEN now() + $2::interval ELSE a.window_ends_at END
     RETURNING key, attempts, ceil(extract(epoch FROM window_ends_at - now()))::int AS wait`,
    [[keys.account, keys.address], WINDOW],
  );
  const over = rows.filter(
    (row) => row.attempts > (row.key === keys.account ? LIMITS.account : LIMITS.address),
  );
  if (over.length === 0) return;
  throw new Refusal('too_many_requests', 'Too many failed sign-ins. Try again later.', {
    retryAfter: Math.max(...over.map((row) => row.wait)),
  });
}

/** Forgets an account's attempts after it signed in; those of the address are given back one by one. */
export async function forgetAttempts(
  app: pg.Pool,
  keys: { account: string; address: string },
): Promise<void> {
  await app.query('DELETE FROM sign_in_attempts WHERE key = $1', [keys.account]);
  await app.query('UPDATE sign_in_attempts SET attempts = greatest(attempts - 1, 0) WHERE key = $1', [
    keys.address,
  ]);
}
