import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '../security/sessions.ts';

const NAME = 'lm_session';

/** The session that a request names, if any. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request)];
}

/** Hands the session to the browser: out of reach of scripts, of other sites and, over https, of plain http. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    maxAge: SESSION_SECONDS,
  });
}

/** Takes the session back. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) });
}

/** Over https the prefix has browsers refuse a cookie of this name from anyone but this very host. */
function nameFor(request: FastifyRequest): string {
  return isSecure(request) ? `__Host-${NAME}` : NAME;
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
