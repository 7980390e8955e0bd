import type { ManagedUser } from '#contract/accounts.ts';
import { writeAudit } from '../audit/writes.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { isUniqueViolation } from '../db/transaction.ts';
import { HttpError } from '../errors.ts';
import { newId } from '../ids.ts';
import { checkPassword, hashPassword } from '../security/passwords.ts';
import type { Account, Origin } from '../security/sessions.ts';
import { usernameKey } from './user-reads.ts';
import { insertUser, type NewUser } from './user-writes.ts';

/** `temporary` marks a generated password. */
export interface Applicant {
  username: string;
  password: string;
  isAdmin: boolean;
  temporary: boolean;
}

/**
 * Hashing is too slow for a transaction.
 * @throws HttpError invalid_input at `password`
 */
export async function prepareUser({ username, password, isAdmin, temporary }: Applicant): Promise<NewUser> {
  await checkPassword(password, username);
  const hashed = await hashPassword(password);
  return { id: newId(), username, usernameKey: usernameKey(username), password: hashed, isAdmin, temporary };
}

export async function addUser(
  tx: TenantTransaction,
  user: NewUser,
  { account, origin }: { account: Account; origin: Origin },
): Promise<ManagedUser> {
  const added = await insertUser(tx, user, account.tokenHash);
  const details = { isAdmin: user.isAdmin, temporaryPassword: user.temporary };
  const actor = { id: account.id, username: account.username };
  await writeAudit(tx, { action: 'create_user', actor, origin, resource: user.username, details });
  return added;
}

/**
 * Runs `work`, which adds a user.
 * @throws HttpError conflict at `username` if the name is taken in any organization
 */
export async function refusingTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('conflict', 'This username is taken. Choose another.', { field: 'username' });
  }
}
