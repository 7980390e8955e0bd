import type { ManagedUser } from '#contract/accounts.ts';
import { addUser, prepareUser, refusingTakenName } from '../../platform/accounts/add-user.ts';
import { findUser } from '../../platform/accounts/user-reads.ts';
import { lockAdmins, removeUser, setAdmin, setPassword } from '../../platform/accounts/user-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { confirmPassword } from '../../platform/http/confirm.ts';
import { forgetAccount } from '../../platform/security/attempts.ts';
import { checkPassword, hashPassword, temporaryPassword } from '../../platform/security/passwords.ts';
import { closeSessionsOf, rotateSession } from '../../platform/security/sessions.ts';

/**
 * Generates a temporary password unless given.
 * @throws HttpError conflict at `username`, invalid_input at `password`
 */
export async function createManagedUser(
  caller: Caller,
  given: { username: string; password?: string | undefined; isAdmin: boolean },
): Promise<ManagedUser & { temporaryPassword?: string }> {
  const temporary = given.password === undefined;
  const password = given.password ?? temporaryPassword();
  const user = await prepareUser({ ...given, password, temporary });
  const added = await refusingTakenName(() => caller.scope.transaction((tx) => addUser(tx, user, caller)));
  return temporary ? { ...added, temporaryPassword: password } : added;
}

/** @throws HttpError not_found, conflict for the last administrator */
export function changeAdmin(caller: Caller, userId: string, isAdmin: boolean): Promise<ManagedUser> {
  return caller.scope.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    if (!isAdmin) keepLastAdmin(admins, userId);
    const user = await setAdmin(tx, userId, isAdmin, caller.account.tokenHash);
    if (user === null) throw noSuchUser();
    const entry = { action: 'update_user' as const, resource: user.username, details: { isAdmin } };
    if (admins.includes(userId) !== isAdmin) await writeAudit(tx, { ...entry, ...editorOf(caller) });
    return user;
  });
}

/**
 * Ends the user's sessions and returns a temporary password, stored only as a hash.
 * @throws HttpError not_found, conflict for the caller
 */
export async function resetManagedPassword(
  context: Pick<Context, 'db'>,
  caller: Caller,
  userId: string,
): Promise<string> {
  if (userId === caller.account.id) {
    throw new HttpError('conflict', "You can't reset your own password. Change it in Security Settings.");
  }
  const password = temporaryPassword();
  const hashed = await hashPassword(password);
  await caller.scope.transaction(async (tx) => {
    const user = await findUser(tx, userId);
    if (user === null) throw noSuchUser();
    await setPassword(tx, userId, hashed, { temporary: true, by: caller.account.tokenHash });
    await closeSessionsOf(tx, userId);
    await writeAudit(tx, { action: 'reset_password', ...editorOf(caller), resource: user.username });
  });
  // Forgotten passwords often cause throttling; the new password must work at once.
  await forgetAccount(context.db.app, userId);
  return password;
}

/** @throws HttpError not_found, conflict for the caller or the last administrator */
export function deleteManagedUser(caller: Caller, userId: string): Promise<string> {
  return caller.scope.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    if (userId === caller.account.id) throw new HttpError('conflict', "You can't remove yourself");
    keepLastAdmin(admins, userId);
    const username = await removeUser(tx, userId);
    if (username === null) throw noSuchUser();
    await writeAudit(tx, { action: 'delete_user', ...editorOf(caller), resource: username });
    return username;
  });
}

function keepLastAdmin(admins: string[], userId: string): void {
  if (admins.length > 1 || !admins.includes(userId)) return;
  throw new HttpError(
    'conflict',
    'This is the last administrator. Make another user an administrator first.',
  );
}

function noSuchUser(): HttpError {
  return new HttpError('not_found', 'User not found. The account may have been removed.');
}

/**
 * Ends other sessions and returns the caller's new token.
 * @throws HttpError wrong_credentials, invalid_input at `newPassword`, too_many_requests
 */
export async function changeOwnPassword(
  context: Pick<Context, 'db'>,
  caller: Caller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string> {
  const { account, scope } = caller;
  await confirmPassword(context, caller, currentPassword);
  if (newPassword === currentPassword) {
    throw new HttpError('invalid_input', 'This is your current password. Choose another.', {
      field: 'newPassword',
    });
  }
  await checkPassword(newPassword, account.username, 'newPassword');
  const password = await hashPassword(newPassword);
  return scope.transaction(async (tx) => {
    await setPassword(tx, account.id, password, { temporary: false, by: account.tokenHash });
    await closeSessionsOf(tx, account.id, account.sessionId);
    await writeAudit(tx, { action: 'change_password', ...editorOf(caller), resource: account.username });
    return rotateSession(tx, account);
  });
}
