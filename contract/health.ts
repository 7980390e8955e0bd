import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const state = z.object({ status: z.literal('ok') });

/** Adds the product version, such as `1.2.0+3f2a9c1`, and during a start what it is doing. */
const stateAndVersion = z.object({
  status: z.enum(['ok', 'starting']),
  version: z.string(),
  doing: z.string().optional(),
});

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  reply: stateAndVersion,
});

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  reply: z.string(),
  errors: ['unauthenticated'],
});

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  reply: state,
  errors: ['unavailable'],
});
