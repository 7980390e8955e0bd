import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_SECONDS } from '../security/known-device.ts';
import { SESSION_SECONDS } from '../security/sessions.ts';

const SESSION = 'lm_session';
const DEVICE = 'lm_device';

/** Returns the session token of a request, if any. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, SESSION)];
}

/** Sets the session cookie. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  setCookie(request, reply, SESSION, token, SESSION_SECONDS);
}

/** Clears the session cookie. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request, SESSION), { path: '/', secure: isSecure(request) });
}

/** Returns the cookie that tells which users have signed in with a browser, if any. */
export function deviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, DEVICE)];
}

/** Sets the cookie that tells which users have signed in with a browser. Signing out doesn't clear it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  setCookie(request, reply, DEVICE, value, DEVICE_SECONDS);
}

/** Sets a cookie out of reach of scripts, other sites and, on https, plain http. */
function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge: number,
): void {
  const secure = isSecure(request);
  reply.setCookie(nameFor(request, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge,
  });
}

/**
 * Returns the cookie name. On https, the `__Host-` prefix makes browsers reject a cookie of this name from
 * any other host.
 */
function nameFor(request: FastifyRequest, name: string): string {
  return isSecure(request) ? `__Host-${name}` : name;
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
