import { TOTP } from 'otpauth';
import type { SignedIn } from './client.ts';

/** A user whose second factor is on. */
export interface TwoFactorUser {
  /** Base32. */
  secret: string;
  recoveryCodes: string[];
}

/** Returns the code that an authenticator app shows now, or that many steps of thirty seconds later. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Turns the second factor of a signed-in user on; the code of the present step is used up. */
export async function enableTwoFactor(user: SignedIn): Promise<TwoFactorUser> {
  const { body: setup } = await user.post<{ secret: string }>('/api/2fa/setup');
  const { status, body } = await user.post<{ recoveryCodes: string[] }>('/api/2fa/verify', {
    token: codeOf(setup.secret),
  });
  if (status !== 200) throw new Error(`The code was refused with ${status}: ${JSON.stringify(body)}`);
  return { secret: setup.secret, recoveryCodes: body.recoveryCodes };
}
