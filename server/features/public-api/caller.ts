import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/audit/writes.ts';
import { addressOf } from '../../platform/http/access.ts';
import type { Origin } from '../../platform/security/sessions.ts';
import { type CallerToken, tokenOf } from './gate.ts';

/** The program behind a public API request, as the timeline and the audit trail name it. */
export interface ApiCaller {
  token: CallerToken;
  /** A token acts for the organization, not for one of its users. */
  actor: Actor;
  origin: Origin;
  /** Details of every audit entry of the request. */
  details: { via: 'api'; token: string };
}

/** Returns the caller of a request that the gate admitted. */
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
