import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as authenticator apps know it: SHA-1, six digits, steps of thirty seconds. */
const PARAMETERS = { issuer: 'Lead Manager', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose code is taken: clocks differ, and people type. */
const WINDOW = 1;
/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;

/** What an authenticator app is told: the secret in Base32, and the address that a QR code holds. */
export function describeSecret(secret: Uint8Array, username: string): { secret: string; otpauthUrl: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, otpauthUrl: totp.toString() };
}

/**
 * The time step whose code was given, or null when it is the code of none near `now` (milliseconds). The caller keeps the
 * step and takes no code of it or an earlier one again (RFC 6238, 5.2).
 */
export function stepOfCode(secret: Uint8Array, code: string, now = Date.now()): number | null {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totpOf(secret, '').validate({ token: digits, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp: now }) + delta;
}

function totpOf(secret: Uint8Array, username: string): TOTP {
  return new TOTP({
    ...PARAMETERS,
    label: username,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}
