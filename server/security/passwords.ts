import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';

/** OWASP's recommendation for Argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const REFUSED_COMMON = 10_000;

let common: Promise<Set<string>> | undefined;
let decoy: Promise<string> | undefined;

/** Hashes a password that `checkPassword` accepted; PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/**
 * Whether the password is the account's. Without an account a decoy is checked, so that an unknown name takes
 * as long as a wrong password.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}

/**
 * Refuses a new password that is among the 10,000 most common (NIST SP 800-63B asks for such a list; length is
 * the contract's matter and composition is nobody's).
 * @throws Refusal invalid_input at the field `password`
 */
export async function checkPassword(password: string): Promise<void> {
  common ??= loadCommon();
  if ((await common).has(password.toLowerCase())) {
    throw new Refusal('invalid_input', 'This password is among the most common ones. Choose another.', {
      field: 'password',
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
