import type { Access } from '#contract/endpoint.ts';
import type { Recheck } from '../db/scope.ts';
import type { Statements } from '../db/transaction.ts';
import { HttpError } from '../errors.ts';
import { mayCall } from './access-rules.ts';
import { type Account, findAccount } from './sessions.ts';

/** Access of a session to an endpoint. Plain data, so that a thread can check it too. */
export interface Permit {
  /** Token of the session's cookie. */
  token: string;
  ipAddress: string;
  access: Access;
  /** Whether a user with a temporary password may call the endpoint. */
  beforePasswordChange: boolean;
  /** The call acts as an administrator, so it fails if the user is none any more. */
  asAdmin: boolean;
}

/**
 * Returns the account that a permit belongs to.
 * @param notesUse records the use of the session
 * @throws HttpError unauthenticated, or forbidden if it may not call the endpoint
 */
export async function permittedAccount(
  statements: Pick<Statements, 'query'>,
  { token, ipAddress, access, beforePasswordChange, asAdmin }: Permit,
  notesUse = false,
): Promise<Account> {
  const account = await findAccount(statements, token, ipAddress, notesUse);
  if (account === null) throw new HttpError('unauthenticated', 'Sign in to continue');
  if (account.mustChangePassword && !beforePasswordChange) {
    throw new HttpError('forbidden', 'Change your password first', { mustChangePassword: true });
  }
  if (!mayCall(access, account) || (asAdmin && !account.isAdmin)) {
    throw new HttpError('forbidden', 'Only administrators can do this');
  }
  return account;
}

/** Returns the check that the transactions of a permitted call make. */
export function recheckOf(permit: Permit, isFirst = false): Recheck {
  return { isFirst, check: async (tx) => void (await permittedAccount(tx, permit)) };
}
