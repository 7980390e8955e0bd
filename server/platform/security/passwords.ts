import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '../errors.ts';
import { inTurn } from './hashing-turns.ts';
import { groupsOf } from './readable-secret.ts';

/**
 * Parameters that OWASP recommends for Argon2id, the library's default algorithm: 19 MiB, two passes, one
 * lane.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const REFUSED_COMMON = 10_000;

let common: Promise<Set<string>> | undefined;
let decoy: Promise<string> | undefined;

/**
 * Hashes a password that `checkPassword` accepted, and returns it in PHC form.
 * @throws HttpError too_many_requests
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/**
 * Returns whether the password matches the stored hash. Without an account it verifies a decoy, so that an
 * unknown name takes as long as a wrong password.
 * @throws HttpError too_many_requests
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const checked = stored ?? (await decoy);
  const matches = await inTurn(() => verify(checked, password));
  return stored !== undefined && matches;
}

/** Generates a temporary password: 120 random bits in 24 letters and digits, grouped for reading aloud. */
export function temporaryPassword(): string {
  return groupsOf(randomBytes(15));
}

/**
 * Checks a new password against the username and the 10,000 most common passwords. NIST SP 800-63B asks for
 * such a list and against composition rules; the contract limits the length.
 * @param field the input that holds the password
 * @throws HttpError invalid_input at `field`
 */
export async function checkPassword(password: string, username: string, field = 'password'): Promise<void> {
  const given = password.toLowerCase();
  if (given === username.trim().toLowerCase()) {
    throw new HttpError('invalid_input', 'The password is the username. Choose another.', { field });
  }
  common ??= loadCommon();
  if ((await common).has(given)) {
    throw new HttpError('invalid_input', 'This password is among the most common ones. Choose another.', {
      field,
    });
  }
}

// Loads the list at first use, because it is rarely needed and takes a megabyte.
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].slice(0, REFUSED_COMMON).map((word) => String(word).toLowerCase()),
  );
}
