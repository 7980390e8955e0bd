import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '../security/sessions.ts';

const NAME = 'lm_session';

/** Returns the session token of a request, if any. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request)];
}

/** Sets the session cookie, out of reach of scripts, other sites and, on https, plain http. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    maxAge: SESSION_SECONDS,
  });
}

/** Clears the session cookie. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) });
}

/**
 * Returns the cookie name. On https, the `__Host-` prefix makes browsers reject a cookie of this name from
 * any other host.
 */
function nameFor(request: FastifyRequest): string {
  return isSecure(request) ? `__Host-${NAME}` : NAME;
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
