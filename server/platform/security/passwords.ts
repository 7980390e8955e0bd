import { createHash, randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type pg from 'pg';
import { HttpError } from '../errors.ts';
import { groupsOf } from './readable-secret.ts';

/** OWASP's Argon2id parameters. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SALT_BYTES = 16;
const REFUSED_COMMON = 10_000;

/** PHC form without the output. */
const SETTINGS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)$/;
/** For names without an account. */
const DECOY = newSettings();

let common: Promise<Set<string>> | undefined;

export interface StoredPassword {
  /** PHC form without the output. */
  settings: string;
  /** SHA-256 of the proof. */
  verifier: Buffer;
}

/** `proof`: Argon2id's output, never stored; opens sessions. */
export interface NewPassword extends StoredPassword {
  proof: Buffer;
}

interface ProvenAccount {
  organizationId: string;
  userId: string;
  passwordSettings: string;
}

/** @throws HttpError too_many_requests */
export async function hashPassword(password: string): Promise<NewPassword> {
  const settings = newSettings();
  const proof = await proofOf(settings, password);
  return { settings, verifier: createHash('sha256').update(proof).digest(), proof };
}

/**
 * Returns null for a wrong password; unknown accounts take as long.
 * @throws HttpError too_many_requests
 */
export async function provePassword(
  app: pg.Pool,
  account: ProvenAccount | null,
  password: string,
): Promise<Buffer | null> {
  const proof = await proofOf(account?.passwordSettings ?? DECOY, password);
  const { rows } = await app.query<{ proven: boolean }>('SELECT password_proven($1, $2, $3) AS proven', [
    account?.organizationId,
    account?.userId,
    proof,
  ]);
  return rows[0]?.proven === true ? proof : null;
}

async function proofOf(settings: string, password: string): Promise<Buffer> {
  const [, memoryCost, timeCost, parallelism, salt = ''] = SETTINGS.exec(settings) ?? [];
  if (salt === '') throw new Error('The settings of the password are damaged');
  const options = {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  };
  return inTurn(() => hashRaw(password, options));
}

function newSettings(): string {
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  const salt = randomBytes(SALT_BYTES).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}`;
}

/** 120 random bits, grouped for reading aloud. */
export function temporaryPassword(): string {
  return groupsOf(randomBytes(15));
}

/**
 * Rejects the username and the 10,000 most common passwords (NIST SP 800-63B).
 * @throws HttpError invalid_input at `field`
 */
export async function checkPassword(password: string, username: string, field = 'password'): Promise<void> {
  const given = password.toLowerCase();
  if (given === username.trim().toLowerCase()) {
    throw new HttpError('invalid_input', "Your password can't be your username. Choose another.", { field });
  }
  common ??= loadCommon();
  if ((await common).has(given)) {
    throw new HttpError('invalid_input', 'This password is too common. Choose another.', {
      field,
    });
  }
}

// Loaded on demand: a rarely needed megabyte.
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].slice(0, REFUSED_COMMON).map((word) => String(word).toLowerCase()),
  );
}

/** Each takes 19 MiB and a libuv thread; two keep two cores busy. */
const HASHES_AT_ONCE = 2;
/** Some seconds' worth; a flood is refused. */
const HASHES_WAITING = 200;
const RETRY_AFTER_SECONDS = 5;

const limit = pLimit(HASHES_AT_ONCE);

/** @throws HttpError too_many_requests if too many wait */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= HASHES_AT_ONCE + HASHES_WAITING) {
    throw new HttpError('too_many_requests', 'Too many people are signing in. Try again in a moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }
  return limit(work);
}
