import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_KEY_BYTES } from '../config.ts';

const FILE = 'secret-key';

/** Returns the 32-byte key that encrypts secrets in the database. */
export type SecretKey = () => Buffer;

/**
 * Returns an accessor for SECRET_KEY or, without that, for the key in the data folder. The first access
 * creates that file, readable only by its owner; the key is never in the database.
 */
export function secretKeyOf(given: Buffer | null, dataDir: string): SecretKey {
  let key = given;
  return () => {
    key ??= keptKey(dataDir);
    return key;
  };
}

/** Returns SECRET_KEY or the key in the data folder, or null. */
export function existingKey(given: Buffer | null, dataDir: string): Buffer | null {
  return given ?? readKey(join(dataDir, FILE));
}

function keptKey(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  return readKey(path) ?? makeKey(dataDir, path);
}

/** Returns SECRET_KEY or the key in the data folder, without making one; null without one. */
export function findSecretKey(given: Buffer | null, dataDir: string): Buffer | null {
  return given ?? readKey(join(dataDir, FILE));
}

/**
 * Puts a key into the data folder. Another one there is kept next to it.
 * @returns the file of the other key, or null
 */
export function replaceSecretKey(dataDir: string, key: Buffer): string | null {
  const path = join(dataDir, FILE);
  const present = readKey(path);
  if (present?.equals(key)) return null;
  const kept = present === null ? null : `${path}.${Date.now()}`;
  if (kept !== null) renameSync(path, kept);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return kept;
}

/**
 * Creates the key file. A link appears atomically, so two servers that start at once both use the first key.
 */
function makeKey(dataDir: string, path: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(SECRET_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readKey(path);
  if (key === null) throw new Error(`The secret key ${path} vanished`);
  return key;
}

function readKey(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === SECRET_KEY_BYTES) return key;
  throw new Error(`The secret key ${path} is damaged; restore it from a backup`);
}
