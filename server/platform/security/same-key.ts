import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { deriveKey } from './derived-key.ts';

export const OTHER_KEY =
  'This database is used with a different secret key: give this server the SECRET_KEY of the others, or restore its file ' +
  'secret-key from its backup; if that key is lost, run: npm run admin -- forget-secret-key';

/**
 * Servers with other keys couldn't decrypt two-factor secrets or check cookies.
 * @throws ConfigError for another key
 */
export async function requireSameKey(owner: pg.Pool, key: Buffer): Promise<void> {
  // The first insert decides between concurrent starts.
  await owner.query(
    'INSERT INTO secret_key_fingerprint (fingerprint) VALUES ($1) ON CONFLICT (id) DO NOTHING',
    [fingerprintOf(key)],
  );
  if ((await isKnownKey(owner, key)) === false) throw new ConfigError(OTHER_KEY);
}

/** Null if no key was used yet. */
export async function isKnownKey(owner: pg.Pool, key: Buffer): Promise<boolean | null> {
  const { rows } = await owner.query<{ known: boolean }>(
    'SELECT fingerprint = $1 AS known FROM secret_key_fingerprint',
    [fingerprintOf(key)],
  );
  return rows[0]?.known ?? null;
}

/** The next start sets the key. */
export async function forgetKey(owner: pg.Pool): Promise<void> {
  await owner.query('DELETE FROM secret_key_fingerprint');
}

function fingerprintOf(key: Buffer): Buffer {
  return deriveKey(key, 'fingerprint');
}
