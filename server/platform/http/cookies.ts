import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_SECONDS } from '../security/known-device.ts';
import { SESSION_SECONDS } from '../security/sessions.ts';

const SESSION = 'lm_session';
const DEVICE = 'lm_device';

export function sessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, SESSION)];
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  setCookie(request, reply, SESSION, token, SESSION_SECONDS);
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request, SESSION), { path: '/', secure: isSecure(request) });
}

/** Identifies users who signed in with this browser before. */
export function deviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, DEVICE)];
}

/** Survives sign-out. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  setCookie(request, reply, DEVICE, value, DEVICE_SECONDS);
}

/** Hidden from scripts, other sites and, on https, plain http. */
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

/** On https, the `__Host-` prefix rejects cookies of other hosts. */
function nameFor(request: FastifyRequest, name: string): string {
  return isSecure(request) ? `__Host-${name}` : name;
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
