import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, SECRET_KEY_BYTES } from '../config.ts';

const FILE = 'secret-key';

/** 32 bytes; encrypts secrets in the database. */
export type SecretKey = () => Buffer;

/** Unless `given`, uses a file in the data folder, readable only by its owner and created on first access. */
export function secretKeyOf(given: Buffer | null, dataDir: string): SecretKey {
  let key = given;
  return () => {
    key ??= keptKey(dataDir);
    return key;
  };
}

/** Returns null before the first use. */
export function existingKey(given: Buffer | null, dataDir: string): Buffer | null {
  return given ?? readKey(join(dataDir, FILE));
}

function keptKey(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  return readKey(path) ?? makeKey(dataDir, path);
}

/** Returns null before the first use. */
export function findSecretKey(given: Buffer | null, dataDir: string): Buffer | null {
  return given ?? readKey(join(dataDir, FILE));
}

/** Returns the copy of another existing key, or null. */
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

/** Concurrent starts must share the first key. */
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
  throw new ConfigError(
    `The secret key ${path} is damaged: restore it from a backup; if it is lost, remove the file and run: npm run admin -- forget-secret-key`,
  );
}
