import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#contract/two-factor.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import { groupsOf, readGroups } from './readable-secret.ts';
import { openSecret } from './secret-box.ts';

/** After `forget-secret-key`. */
const KEY_REPLACED =
  'Codes can no longer be checked, because the secret key of this installation was replaced. Use a recovery code, or ask an administrator to turn off your two-factor authentication';

export type SecondFactor = 'code' | 'recovery code';

/** 120 bits need no slow hash. */
const RECOVERY_BYTES = 15;

/**
 * Consumes an app or recovery code, each valid once; otherwise null.
 * @throws HttpError wrong_credentials if another key sealed the secret and it is no recovery code
 */
export async function spendCode(
  tx: TenantTransaction,
  key: Buffer,
  userId: string,
  given: string,
): Promise<SecondFactor | null> {
  const [user] = await tx.query<{ secret: Buffer | null; lastStep: number | null }>(
    `SELECT two_factor_secret AS secret, two_factor_last_step AS "lastStep" FROM users
     WHERE organization_id = $1 AND id = $2 AND two_factor_enabled FOR UPDATE`,
    [tx.organizationId, userId],
  );
  if (user?.secret == null) return null;
  const secret = openSecret(key, userId, user.secret);
  const step = secret === null ? null : stepOfCode(secret, given);
  if (step === null) {
    if (await spendRecoveryCode(tx, userId, given)) return 'recovery code';
    if (secret === null) throw new HttpError('wrong_credentials', KEY_REPLACED);
    return null;
  }
  if (user.lastStep !== null && step <= user.lastStep) return null;
  await tx.query('UPDATE users SET two_factor_last_step = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    userId,
    step,
  ]);
  return 'code';
}

/** Only their SHA-256 is stored. */
export async function renewCodes(tx: TenantTransaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => groupsOf(randomBytes(RECOVERY_BYTES)));
  await dropCodes(tx, userId);
  await tx.query(
    'INSERT INTO recovery_codes (organization_id, user_id, code_hash) SELECT $1, $2, unnest($3::bytea[])',
    [tx.organizationId, userId, codes.map(recoveryCodeHash)],
  );
  return codes;
}

export async function dropCodes(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE organization_id = $1 AND user_id = $2', [
    tx.organizationId,
    userId,
  ]);
}

async function spendRecoveryCode(tx: TenantTransaction, userId: string, given: string): Promise<boolean> {
  const spent = await tx.query(
    'DELETE FROM recovery_codes WHERE organization_id = $1 AND user_id = $2 AND code_hash = $3 RETURNING 1',
    [tx.organizationId, userId, recoveryCodeHash(readGroups(given))],
  );
  return spent.length > 0;
}

function recoveryCodeHash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** RFC 6238 parameters that authenticator apps support. */
const PARAMETERS = { issuer: 'Lead Manager', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Allows for clock drift and typing time. */
const WINDOW_STEPS = 1;
/** In bytes; RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;

export function describeSecret(secret: Uint8Array, username: string): { secret: string; otpauthUrl: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, otpauthUrl: totp.toString() };
}

/** `now` in milliseconds; null for a wrong code. Reject that and earlier steps afterwards (RFC 6238, 5.2). */
export function stepOfCode(secret: Uint8Array, code: string, now = Date.now()): number | null {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totpOf(secret, '').validate({ token: digits, timestamp: now, window: WINDOW_STEPS });
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp: now }) + delta;
}

function totpOf(secret: Uint8Array, username: string): TOTP {
  return new TOTP({
    ...PARAMETERS,
    label: username,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}
