import type pg from 'pg';
import { Refusal } from '../errors.ts';
import { blockOf } from './allow-list.ts';

/** What attempts are counted by, and how many there may be within a window before further ones are refused unseen. */
interface Counter {
  key: string;
  limit: number;
  window: string;
}

/** The counters of one kind of attempt. */
export interface AttemptKeys {
  account: Counter;
  address: Counter;
}

/** A key has its place in an index, which takes no more than some 2,700 bytes. */
const KEY_LENGTH = 300;

/** Names what attempts on an account are counted by: the account, and where they come from over all accounts. */
export function attemptKeys(account: string, address: string): AttemptKeys {
  return {
    account: accountCounter(account),
    address: { key: `address:${blockOf(address)}`, limit: 50, window: '15 minutes' },
  };
}

/**
 * Counts an attempt before it is looked at, so that many at once can't slip by.
 * @throws Refusal too_many_requests with the seconds to wait
 */
export function countAttempt(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  return count(app, [keys.account, keys.address]);
}

/** Forgets an account's attempts after it signed in; those of the address are given back one by one. */
export async function forgetAttempts(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  await forget(app, keys.account.key);
  await giveBack(app, keys);
}

/** Gives an attempt back to the address it came from, since the password was right; the account's stays counted. */
export async function giveBack(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  await app.query('UPDATE sign_in_attempts SET attempts = greatest(attempts - 1, 0) WHERE key = $1', [
    keys.address.key,
  ]);
}

/** Forgets an account's attempts alone. */
export async function forgetAccount(app: pg.Pool, account: string): Promise<void> {
  await forget(app, accountCounter(account).key);
}

/**
 * Counts a guess at a second factor. Who guesses has the password already, and three codes in a million are right at a
 * time: at 30 guesses a day it takes years to have an even chance.
 * @throws Refusal too_many_requests with the seconds to wait
 */
export function countCodeGuess(app: pg.Pool, userId: string): Promise<void> {
  return count(app, [codeCounter(userId)]);
}

/** Forgets the guesses of a user who gave a right code. */
export async function forgetCodeGuesses(app: pg.Pool, userId: string): Promise<void> {
  await forget(app, codeCounter(userId).key);
}

function accountCounter(account: string): Counter {
  return { key: `account:${account}`.slice(0, KEY_LENGTH), limit: 10, window: '15 minutes' };
}

function codeCounter(userId: string): Counter {
  return { key: `code:${userId}`, limit: 30, window: '24 hours' };
}

async function forget(app: pg.Pool, key: string): Promise<void> {
  await app.query('DELETE FROM sign_in_attempts WHERE key = $1', [key]);
}

async function count(app: pg.Pool, counters: Counter[]): Promise<void> {
  // In the order of their keys, so that two sign-ins at once can't wait for each other.
  const ordered = counters.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await app.query<{ key: string; attempts: number; wait: number }>(
    `INSERT INTO sign_in_attempts AS a (key, attempts, window_ends_at)
     SELECT c.key, 1, now() + c.span FROM unnest($1::text[], $2::interval[]) WITH ORDINALITY AS c (key, span, n)
     ORDER BY c.n
     ON CONFLICT (key) DO UPDATE SET
       attempts = CASE WHEN a.window_ends_at < now() THEN 1 ELSE a.attempts + 1 END,
       window_ends_at = CASE WHEN a.window_ends_at < now() THEN excluded.window_ends_at ELSE a.window_ends_at END
     RETURNING key, attempts, ceil(extract(epoch FROM window_ends_at - now()))::int AS wait`,
    [ordered.map(({ key }) => key), ordered.map(({ window }) => window)],
  );
  const limits = new Map(counters.map(({ key, limit }) => [key, limit]));
  const over = rows.filter((row) => row.attempts > (limits.get(row.key) ?? 0));
  if (over.length === 0) return;
  throw new Refusal('too_many_requests', 'Too many failed sign-ins. Try again later.', {
    retryAfter: Math.max(...over.map((row) => row.wait)),
  });
}
