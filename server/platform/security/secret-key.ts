import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_KEY_BYTES } from '../config.ts';

const FILE = 'secret-key';

/** The key that secrets in the database are sealed with. */
export type SecretKey = () => Buffer;

/**
 * The key of SECRET_KEY, else the one kept in the data folder, which is made when it is first needed: readable by its
 * owner alone, and never in the database.
 */
export function secretKeyOf(given: Buffer | null, dataDir: string): SecretKey {
  let key = given;
  return () => {
    key ??= keptKey(dataDir);
    return key;
  };
}

function keptKey(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  return readKey(path) ?? makeKey(dataDir, path);
}

/** A link appears whole or not at all: of two servers that make a key at once, both use the one that was first. */
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
  throw new Error(`The secret key ${path} is damaged; put it back from a backup`);
}
