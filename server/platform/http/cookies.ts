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

export function deviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, DEVICE)];
}

/** Survives sign-out. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  setCookie(request, reply, DEVICE, value, DEVICE_SECONDS);
}

/** Hides it from scripts, other sites and plain http. */
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

/** `__Host-` excludes other hosts' cookies. */
function nameFor(request: FastifyRequest, name: string): string {
  return isSecure(request) ? `__Host-${name}` : name;
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
