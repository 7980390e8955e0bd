import { Secret, TOTP } from 'otpauth';

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
