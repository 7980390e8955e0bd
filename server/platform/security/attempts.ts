import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { HttpError } from '../errors.ts';
import { addressBlock } from './allow-list.ts';
import { deriveKey } from './derived-key.ts';

/** Attempts beyond `limit` fail unchecked. */
interface Counter {
  key: string;
  limit: number;
  window: string;
}

/** `address` counts failures for all accounts. */
export interface AttemptKeys {
  account: Counter;
  address: Counter | null;
}

/** Shared by all unknown browsers. */
const NEW_BROWSER = 'new browser';
const TOO_MANY_SIGN_INS = 'Too many failed sign-ins. Try again later.';
const TOO_MANY_ACCOUNTS = 'Too many accounts were created from your network. Try again later.';

/** Fits an index entry of some 2,700 bytes. */
const KEY_LENGTH = 300;

export function attemptKeys(account: string, address: string): AttemptKeys {
  return {
    account: accountCounter(account),
    address: { key: `address:${addressBlock(address)}`, limit: 50, window: '15 minutes' },
  };
}

/**
 * Counts first, so that concurrent attempts can't bypass the limit.
 * @throws HttpError too_many_requests with the seconds to wait
 */
export function countAttempt(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  return countAll(app, keys.address === null ? [keys.account] : [keys.account, keys.address]);
}

/**
 * Known browsers have their own counter, so failures elsewhere don't lock them out.
 * @returns the counters used
 * @throws HttpError too_many_requests with the seconds to wait
 */
export async function countSignIn(
  app: pg.Pool,
  keys: AttemptKeys,
  device: AttemptKeys | null,
): Promise<AttemptKeys> {
  if (device !== null && (await secondsToWait(app, [device.account])) === null) return device;
  await countAttempt(app, keys);
  return keys;
}

export function userKeys(kind: 'confirm' | 'device', userId: string, device = ''): AttemptKeys {
  return { account: accountCounter(`${kind}:${userId}:${device}`), address: null };
}

/**
 * Hides unknown names, which may be passwords.
 * @param userId null for an unknown name
 */
export function signInKeys(
  secretKey: Buffer,
  userId: string | null,
  usernameKey: string,
  address: string,
): AttemptKeys {
  if (userId !== null) return attemptKeys(userId, address);
  const named = createHmac('sha256', deriveKey(secretKey, 'attempted names')).update(usernameKey);
  return attemptKeys(`unknown:${named.digest('base64url')}`, address);
}

/** Call after a sign-in. */
export async function forgetAttempts(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  await forget(app, keys.account.key);
  await giveBack(app, keys);
}

/** Credits the address after a right password. */
export async function giveBack(app: pg.Pool, keys: AttemptKeys): Promise<void> {
  if (keys.address !== null) await giveBackTo(app, keys.address);
}

/**
 * Failed registrations don't count.
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

export async function forgetAccount(app: pg.Pool, userId: string): Promise<void> {
  await forget(app, accountCounter(userId).key);
}

/**
 * Counts a guess. Three codes in a million are valid: at 30 guesses a day, an even chance takes years.
 * @param place known browser or session, counted separately against lockouts
 * @throws HttpError too_many_requests with the seconds to wait
 */
export function countCodeGuess(app: pg.Pool, userId: string, place = NEW_BROWSER): Promise<void> {
  return countAll(app, [codeCounter(userId, place)]);
}

export async function forgetCodeGuesses(app: pg.Pool, userId: string, place = NEW_BROWSER): Promise<void> {
  await forget(app, codeCounter(userId, place).key);
}

function accountCounter(account: string): Counter {
  return { key: `account:${account}`.slice(0, KEY_LENGTH), limit: 10, window: '15 minutes' };
}

function codeCounter(userId: string, place: string): Counter {
  return { key: `code:${userId}:${place}`, limit: 30, window: '24 hours' };
}

async function forget(app: pg.Pool, key: string): Promise<void> {
  await app.query('SELECT forget_attempts($1)', [key]);
}

async function giveBackTo(app: pg.Pool, { key }: Counter): Promise<void> {
  await app.query('SELECT give_back_attempt($1)', [key]);
}

async function countAll(app: pg.Pool, counters: Counter[], message = TOO_MANY_SIGN_INS): Promise<void> {
  const retryAfter = await secondsToWait(app, counters);
  if (retryAfter !== null) throw new HttpError('too_many_requests', message, { retryAfter });
}

/** Returns null within the limits. */
async function secondsToWait(app: pg.Pool, counters: Counter[]): Promise<number | null> {
  // A fixed order prevents deadlocks.
  const ordered = counters.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await app.query<{ key: string; attempts: number; wait: number }>(
    'SELECT key, attempts, wait FROM count_attempts($1::text[], $2::interval[])',
    [ordered.map(({ key }) => key), ordered.map(({ window }) => window)],
  );
  const limits = new Map(counters.map(({ key, limit }) => [key, limit]));
  const over = rows.filter((row) => row.attempts > (limits.get(row.key) ?? 0));
  return over.length === 0 ? null : Math.max(...over.map((row) => row.wait));
}
