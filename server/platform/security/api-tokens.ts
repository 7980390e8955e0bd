import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type pg from 'pg';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'lm_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^lm_[0-9A-Za-z]{38}$/;
/** Visible prefix; 140 random bits stay hidden. */
const SHOWN_LENGTH = PREFIX.length + 8;

export interface ApiTokenRecord {
  organizationId: string;
  id: string;
  name: string;
  scopes: readonly string[];
  /** Whose outcomes it reports. */
  customerNumber: string | null;
  /** Last use recorded over a minute ago. */
  stale: boolean;
  allowList: readonly string[];
}

export interface CountedCall {
  /** Per minute and token, or else address. */
  calls: number;
  /** At least 1. */
  resetSeconds: number;
  /** Null if unknown, revoked or expired. */
  token: ApiTokenRecord | null;
}

interface CallRow {
  calls: number;
  reset_seconds: number;
  organization_id: string | null;
  id: string;
  name: string;
  scopes: string;
  customer_number: string | null;
  stale: boolean;
  allow_list: string[];
}

/** `lm_`, 32 random Base62 characters (190 bits) and a checksum. `shown` is the visible prefix. */
export function newApiToken(): { token: string; shown: string; hash: Buffer } {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const token = `${PREFIX}${random}${checksumOf(random)}`;
  return { token, shown: token.slice(0, SHOWN_LENGTH), hash: hashOfApiToken(token) };
}

/** Checks form and checksum without the database. */
export function isApiToken(text: string): boolean {
  if (!FORM.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksumOf(random));
}

export function hashOfApiToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Counts a call across servers. Reads the token each time, so that revocations apply at once.
 * @param text as sent; mistyped tokens aren't looked up
 * @param address counts calls without a valid token
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
  const { id, name, customer_number: customerNumber, stale, allow_list: allowList } = row;
  return {
    calls,
    resetSeconds,
    token: { organizationId, id, name, scopes: row.scopes.split(','), customerNumber, stale, allowList },
  };
}

/** CRC-32 in Base62, most significant first. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
