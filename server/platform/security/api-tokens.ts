import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type pg from 'pg';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'lm_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^lm_[0-9A-Za-z]{38}$/;
/** So much of a token is kept to tell it apart: the rest has 140 random bits. */
const SHOWN_LENGTH = PREFIX.length + 8;

/** A token that is not revoked, with what a call must be judged by. */
export interface TokenRow {
  organization_id: string;
  id: string;
  name: string;
  scopes: string;
  expires_at: Date | null;
  /** Active entries of the organization's allow-list. */
  allow_list: string[];
}

/** A new token: `lm_`, 32 random Base62 characters (190 bits), and a checksum by which typing mistakes are known. */
export function newApiToken(): { token: string; shown: string; hash: Buffer } {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const token = `${PREFIX}${random}${checksumOf(random)}`;
  return { token, shown: token.slice(0, SHOWN_LENGTH), hash: hashOfApiToken(token) };
}

/** Whether a text can be a token at all: of the form, its checksum right. Asks nobody. */
export function isApiToken(text: string): boolean {
  if (!FORM.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksumOf(random));
}

/** What the database keeps of a token. */
export function hashOfApiToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The token of a hash, in whatever organization it is; null when there is none or it is revoked. */
export async function findApiToken(app: pg.Pool, hash: Buffer): Promise<TokenRow | null> {
  const { rows } = await app.query<TokenRow>('SELECT * FROM api_token($1)', [hash]);
  return rows[0] ?? null;
}

/** CRC-32 in six Base62 digits, the most significant first. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
