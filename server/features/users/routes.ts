import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createUser, deleteUser, listUsers, resetUserPassword, setUserAdmin } from '#contract/accounts.ts';
import type { CurrentUser } from '#contract/current-user.ts';
import { getUser, login, logout } from '#contract/current-user.ts';
import { changePassword, getRegistration, register } from '#contract/users.ts';
import { findUsers, hasUsers, usernameKey } from '../../platform/accounts/user-reads.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { statementsOn } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { addressOf } from '../../platform/http/access.ts';
import { serve, servePublic } from '../../platform/http/bind.ts';
import {
  clearSessionCookie,
  deviceCookie,
  sessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../../platform/http/cookies.ts';
import {
  attemptKeys,
  countAttempt,
  countRegistration,
  forgetAttempts,
} from '../../platform/security/attempts.ts';
import { rememberDevice } from '../../platform/security/known-device.ts';
import { closeSession, findAccount, openSession } from '../../platform/security/sessions.ts';
import {
  changeAdmin,
  changeOwnPassword,
  createManagedUser,
  deleteManagedUser,
  resetManagedPassword,
} from './manage-users.ts';
import { registerAccount } from './register.ts';
import { signIn } from './sign-in.ts';

export function userRoutes(app: FastifyInstance, context: Context): void {
  servePublic(app, getRegistration, async () => {
    const firstRun = !(await hasUsers(context.db.app));
    const { firstByLink, registrationOpen } = context.config;
    return { firstRun, open: firstRun || registrationOpen, byLink: firstRun && firstByLink };
  });

  serve(app, context, getUser, async (_input, { account }) => account);

  servePublic(app, login, async ({ body }, { origin, request, reply }) => {
    const token = await signIn(context, body, origin, deviceCookie(request));
    return startSession(context, request, reply, token);
  });

  servePublic(app, register, async ({ body }, { origin, request, reply }) => {
    const keys = attemptKeys(`register:${usernameKey(body.username)}`, origin.ipAddress);
    await countAttempt(context.db.app, keys);
    const { db, config } = context;
    const account = await countRegistration(db.app, origin.ipAddress, config.registrationLimit, () =>
      registerAccount(context, body, origin),
    );
    await forgetAttempts(context.db.app, keys);
    const token = await scopeOf(context, account.organizationId).transaction((tx) =>
      openSession(tx, account.userId, account.password.proof, origin),
    );
    return startSession(context, request, reply, token);
  });

  serve(app, context, logout, async (_input, { request, reply }) => {
    await closeSession(context.db.app, sessionCookie(request) ?? '');
    clearSessionCookie(request, reply);
    return { message: 'You have been logged out successfully' };
  });

  serve(app, context, changePassword, async ({ body }, caller) => {
    const token = await changeOwnPassword(context, caller, body);
    setSessionCookie(caller.request, caller.reply, token);
    return { ...caller.account, mustChangePassword: false };
  });

  manageUserRoutes(app, context);
}

function manageUserRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listUsers, (_input, { scope }) => scope.transaction(findUsers));

  serve(app, context, createUser, ({ body }, caller) => createManagedUser(caller, body));

  serve(app, context, setUserAdmin, ({ params, body }, caller) =>
    changeAdmin(caller, params.id, body.isAdmin),
  );

  serve(app, context, resetUserPassword, async ({ params }, caller) => ({
    temporaryPassword: await resetManagedPassword(context, caller, params.id),
  }));

  serve(app, context, deleteUser, async ({ params }, caller) => {
    const username = await deleteManagedUser(caller, params.id);
    return { message: `The user ${username} was removed` };
  });
}

/** Also ends the browser's previous session, because no session may survive a sign-in. */
async function startSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<CurrentUser> {
  const before = sessionCookie(request);
  if (before !== undefined) await closeSession(context.db.app, before);
  const account = await findAccount(statementsOn(context.db.app), token, addressOf(request), true);
  if (account === null) throw new HttpError('unauthenticated', 'Sign in to continue');
  setSessionCookie(request, reply, token);
  setDeviceCookie(request, reply, rememberDevice(context.secretKey(), deviceCookie(request), account.id));
  return account;
}
