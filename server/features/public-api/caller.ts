import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/audit/writes.ts';
import { addressOf } from '../../platform/http/access.ts';
import type { Origin } from '../../platform/security/sessions.ts';
import { type CallerToken, tokenOf } from './gate.ts';

export interface ApiCaller {
  token: CallerToken;
  /** A token acts for the organization, not a user. */
  actor: Actor;
  origin: Origin;
  /** For every audit entry. */
  details: { via: 'api'; token: string };
}

export function apiCallerOf(request: FastifyRequest): ApiCaller {
  const token = tokenOf(request);
  const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null;
  return {
    token,
    actor: { id: null, username: `API: ${token.name}` },
    origin: { ipAddress: addressOf(request), userAgent },
    details: { via: 'api', token: token.name },
  };
}
