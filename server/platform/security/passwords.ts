import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { inTurn } from './hashing-turns.ts';
import { groupsOf } from './readable-secret.ts';

/** OWASP's recommendation for Argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const REFUSED_COMMON = 10_000;

let common: Promise<Set<string>> | undefined;
let decoy: Promise<string> | undefined;

/** Hashes a password that `checkPassword` accepted; PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/**
 * Whether the password is the account's. Without an account a decoy is checked, so that an unknown name takes
 * as long as a wrong password.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const checked = stored ?? (await decoy);
  const matches = await inTurn(() => verify(checked, password));
  return stored !== undefined && matches;
}

/** A password for a user to begin with: 120 random bits in 24 letters and digits, in groups that can be read out. */
export function temporaryPassword(): string {
  return groupsOf(randomBytes(15));
}

/**
 * Refuses a new password that is among the 10,000 most common (NIST SP 800-63B asks for such a list; length is
 * the contract's matter and composition is nobody's), or the username.
 * @param field the input that holds the password
 * @throws Refusal invalid_input at `field`
 */
export async function checkPassword(password: string, username: string, field = 'password'): Promise<void> {
  const given = password.toLowerCase();
  if (given === username.trim().toLowerCase()) {
    throw new Refusal('invalid_input', 'The password is the username. Choose another.', { field });
  }
  common ??= loadCommon();
  if ((await common).has(given)) {
    throw new Refusal('invalid_input', 'This password is among the most common ones. Choose another.', {
      field,
    });
  }
}

// Loaded when first needed: it is needed seldom and takes a megabyte.
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].slice(0, REFUSED_COMMON).map((word) => String(word).toLowerCase()),
  );
}
