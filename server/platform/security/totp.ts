import { Secret, TOTP } from 'otpauth';

/** Parameters of RFC 6238 that authenticator apps support: SHA-1, six digits, steps of thirty seconds. */
const PARAMETERS = { issuer: 'Lead Manager', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted steps before and after the current one, to allow for clock drift and typing time. */
const WINDOW_STEPS = 1;
/** Length of a secret in bytes; RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;

/** Returns the data for an authenticator app: the secret in Base32, and the URL of the QR code. */
export function describeSecret(secret: Uint8Array, username: string): { secret: string; otpauthUrl: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, otpauthUrl: totp.toString() };
}

/**
 * Returns the time step of a code, or null if it matches no step near `now` (milliseconds). The caller stores
 * the step and rejects codes of it and earlier steps from then on (RFC 6238, 5.2).
 */
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
