import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { deriveKey } from './derived-key.ts';

/** One line for the operator whose server has another key than the database is used with. */
export const OTHER_KEY =
  'This database is used with a different secret key: give this server the SECRET_KEY of the others, or restore its file ' +
  'secret-key from its backup; if that key is lost, run: npm run admin -- forget-secret-key';

/**
 * Records the fingerprint of the first key that a database is used with, and compares every other key with it. Servers with
 * different keys could not open each other's two-factor secrets or check each other's cookies.
 * @throws ConfigError if the database is used with another key
 */
export async function requireSameKey(owner: pg.Pool, key: Buffer): Promise<void> {
  // The first server to insert decides for the ones that start at the same time.
  await owner.query(
    'INSERT INTO secret_key_fingerprint (fingerprint) VALUES ($1) ON CONFLICT (id) DO NOTHING',
    [fingerprintOf(key)],
  );
  if ((await isKnownKey(owner, key)) === false) throw new ConfigError(OTHER_KEY);
}

/** Returns whether the database is used with this key, or null if it isn't used with any yet. */
export async function isKnownKey(owner: pg.Pool, key: Buffer): Promise<boolean | null> {
  const { rows } = await owner.query<{ known: boolean }>(
    'SELECT fingerprint = $1 AS known FROM secret_key_fingerprint',
    [fingerprintOf(key)],
  );
  return rows[0]?.known ?? null;
}

/** Lets the next server that starts decide which key the database is used with. */
export async function forgetKey(owner: pg.Pool): Promise<void> {
  await owner.query('DELETE FROM secret_key_fingerprint');
}

function fingerprintOf(key: Buffer): Buffer {
  return deriveKey(key, 'fingerprint');
}
