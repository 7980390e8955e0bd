import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/audit/writes.ts';
import { addressOf } from '../../platform/http/access.ts';
import type { Origin } from '../../platform/security/sessions.ts';
import { tokenOf } from './gate.ts';
import type { KnownToken } from './known-tokens.ts';

/** The program behind a call of the public API, as timeline and audit trail name it. */
export interface ApiCaller {
  token: KnownToken;
  /** A token acts for the organization and for no user of it. */
  actor: Actor;
  origin: Origin;
  /** What every audit entry of the call says. */
  details: { via: 'api'; token: string };
}

/** Who makes a call that the gate let through. */
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
