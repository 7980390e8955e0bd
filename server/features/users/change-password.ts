import { setPassword } from '../../platform/accounts/user-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { confirmPassword } from '../../platform/http/confirm.ts';
import { checkPassword, hashPassword } from '../../platform/security/passwords.ts';
import { closeSessionsOf, rotateSession } from '../../platform/security/sessions.ts';

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
