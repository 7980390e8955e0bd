import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type pg from 'pg';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'lm_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^lm_[0-9A-Za-z]{38}$/;
/** Length of the visible prefix that identifies a token; the rest has 140 random bits. */
const SHOWN_LENGTH = PREFIX.length + 8;

/** An unrevoked token with the data that authorizes its calls. */
export interface TokenRow {
  organization_id: string;
  id: string;
  name: string;
  scopes: string;
  expires_at: Date | null;
  /** Active entries of the organization's allow-list. */
  allow_list: string[];
}

/**
 * Creates a token: `lm_`, 32 random Base62 characters (190 bits) and a checksum that reveals typing mistakes.
 * `shown` is its visible prefix.
 */
export function newApiToken(): { token: string; shown: string; hash: Buffer } {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const token = `${PREFIX}${random}${checksumOf(random)}`;
  return { token, shown: token.slice(0, SHOWN_LENGTH), hash: hashOfApiToken(token) };
}

/** Returns whether a text has the form of a token and the right checksum. Doesn't query the database. */
export function isApiToken(text: string): boolean {
  if (!FORM.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksumOf(random));
}

/** Returns the SHA-256 that the database stores for a token. */
export function hashOfApiToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Finds the unrevoked token of a hash in any organization. */
export async function findApiToken(app: pg.Pool, hash: Buffer): Promise<TokenRow | null> {
  const { rows } = await app.query<TokenRow>('SELECT * FROM api_token($1)', [hash]);
  return rows[0] ?? null;
}

/** Returns the CRC-32 in six Base62 digits, the most significant first. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
