import type pg from 'pg';
import { HttpError } from '../errors.ts';
import { addressBlock } from './allow-list.ts';

/** Counter of attempts: `limit` per `window`. Attempts over the limit fail unchecked. */
interface Counter {
  key: string;
  limit: number;
  window: string;
}

/** Counters of one kind of attempt. */
export interface AttemptKeys {
  account: Counter;
  address: Counter;
}

const TOO_MANY_SIGN_INS = 'Too many failed sign-ins. Try again later.';
const TOO_MANY_ACCOUNTS = 'Too many accounts were created from your network. Try again later.';

/** Maximum characters of a key, which must fit an index entry of some 2,700 bytes. */
const KEY_LENGTH = 300;

/**
 * Returns the counters of an attempt on an account: one for the account, and one for its address across all
 * accounts.
 */
export function attemptKeys(account: string, address: string): AttemptKeys {
  return {
    account: accountCounter(account),
    address: { key: `address:${addressBlock(address)}`, limit: 50, window: '15 minutes' },
  };
}

/**
 * Counts an attempt before it is checked, so that concurrent attempts can't bypass the limit.
 * @throws HttpError too_many_requests with the seconds to wait
 */
export function countAttempt(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  return countAll(app, [keys.account, keys.address]);
}

/** Resets an account's counter after a successful sign-in, and takes one attempt off its address. */
export async function forgetAttempts(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  await forget(app, keys.account.key);
  await giveBack(app, keys);
}

/** Takes one attempt off its address because the password was right. The account's counter stays. */
export async function giveBack(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  await giveBackTo(app, keys.address);
}

/**
 * Runs a registration, which counts for its address unless it fails.
 * @param limit accounts per hour
 * @throws HttpError too_many_requests with the seconds to wait
 */
export async function countRegistration<T>(
  app: pg.Pool,
  address: string,
  limit: number,
  register: () => Promise<T>,
): Promise<T> {
  const counter = { key: `registration:${addressBlock(address)}`, limit, window: '1 hour' };
  await countAll(app, [counter], TOO_MANY_ACCOUNTS);
  try {
    return await register();
  } catch (error) {
    await giveBackTo(app, counter);
    throw error;
  }
}

/** Resets only an account's counter. */
export async function forgetAccount(app: pg.Pool, account: string): Promise<void> {
  await forget(app, accountCounter(account).key);
}

/**
 * Counts a guess at a second-factor code. The guesser already has the password, and three codes in a million
 * are valid at a time: at 30 guesses a day, an even chance takes years.
 * @throws HttpError too_many_requests with the seconds to wait
 */
export function countCodeGuess(app: pg.Pool, userId: string): Promise<void> {
  return countAll(app, [codeCounter(userId)]);
}

/** Resets the code counter of a user who entered a valid code. */
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

async function giveBackTo(app: pg.Pool, { key }: Counter): Promise<void> {
  await app.query('UPDATE sign_in_attempts SET attempts = greatest(attempts - 1, 0) WHERE key = $1', [key]);
}

async function countAll(app: pg.Pool, counters: Counter[], message = TOO_MANY_SIGN_INS): Promise<void> {
  // Ordered by key, so that concurrent sign-ins can't deadlock.
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
  throw new HttpError('too_many_requests', message, {
    retryAfter: Math.max(...over.map((row) => row.wait)),
  });
}
