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

/** A valid token of a call. */
export interface ApiTokenRecord {
  organizationId: string;
  id: string;
  name: string;
  scopes: readonly string[];
  /** Whether its last use was recorded more than a minute ago. */
  stale: boolean;
  /** Active entries of the organization's allow-list. */
  allowList: readonly string[];
}

/** A call of the public API that was counted. */
export interface CountedCall {
  /** Calls of the token, or of the address without a valid token, in the current minute, this one included. */
  calls: number;
  /** Seconds until the minute ends, at least 1. */
  resetSeconds: number;
  /** Null if there is no such token, or it was revoked or has expired. */
  token: ApiTokenRecord | null;
}

interface CallRow {
  calls: number;
  reset_seconds: number;
  organization_id: string | null;
  id: string;
  name: string;
  scopes: string;
  stale: boolean;
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

/**
 * Counts a call in the database, which makes the limit hold across servers, and finds its token. Reads the token on every
 * call, so that a revocation and a change of the allow-list hold from the next call on.
 * @param text the token as sent; one with a typing mistake isn't looked up
 * @param address address or network of the caller, which counts calls without a valid token
 */
export async function countApiCall(app: pg.Pool, text: string, address: string): Promise<CountedCall> {
  const { rows } = await app.query<CallRow>({
    name: 'admit_api_call',
    text: 'SELECT * FROM admit_api_call($1, $2)',
    values: [isApiToken(text) ? hashOfApiToken(text) : null, address],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('The call was not counted');
  const { calls, reset_seconds: resetSeconds, organization_id: organizationId } = row;
  if (organizationId === null) return { calls, resetSeconds, token: null };
  const { id, name, stale, allow_list: allowList } = row;
  return {
    calls,
    resetSeconds,
    token: { organizationId, id, name, scopes: row.scopes.split(','), stale, allowList },
  };
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
