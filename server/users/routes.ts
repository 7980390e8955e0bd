import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '#contract/users.ts';
import { getRegistration, getUser, login, logout, register } from '#contract/users.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { serve, servePublic } from '../http/bind.ts';
import { clearSessionCookie, setSessionCookie } from '../http/cookies.ts';
import { attemptKeys, countAttempt, forgetAttempts } from '../security/attempts.ts';
import { closeSession, findAccount, openSession, SESSION_COOKIE } from '../security/sessions.ts';
import { hasUsers, usernameKey } from './reads.ts';
import { registerAccount } from './register.ts';
import { signIn } from './sign-in.ts';

/** Who is signed in, signing in and out, and the first account. */
export function userRoutes(app: FastifyInstance, context: Context): void {
  servePublic(app, getRegistration, async () => {
    const firstRun = !(await hasUsers(context.db.app));
    return { firstRun, open: firstRun || context.config.registrationOpen };
  });

  serve(app, context, getUser, async (_input, { account }) => account);

  servePublic(app, login, async ({ body }, { origin, request, reply }) => {
    const token = await signIn(context, body, origin);
    return enter(context, request, reply, token);
  });

  servePublic(app, register, async ({ body }, { origin, request, reply }) => {
    const keys = attemptKeys(`register:${usernameKey(body.username)}`, origin.ipAddress);
    await countAttempt(context.db.app, keys);
    const account = await registerAccount(context, body, origin);
    await forgetAttempts(context.db.app, keys);
    const token = await openSession(context.db.app, account, origin);
    return enter(context, request, reply, token);
  });

  serve(app, context, logout, async (_input, { request, reply }) => {
    await closeSession(context.db.app, request.cookies[SESSION_COOKIE] ?? '');
    clearSessionCookie(reply);
    return { message: 'You have been logged out successfully' };
  });
}

/** Sends the new session's cookie and ends the one the browser came with: a session never survives a sign-in. */
async function enter(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<CurrentUser> {
  const before = request.cookies[SESSION_COOKIE];
  if (before !== undefined) await closeSession(context.db.app, before);
  const account = await findAccount(context.db.app, token);
  if (account === null) throw new Refusal('unauthenticated', 'Sign in to go on');
  setSessionCookie(request, reply, token);
  return account;
}
