import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { customerNumber } from './sale-terms.ts';
import { givenTime, id, idParams, messageReply, time } from './shapes.ts';

/** `outcomes` belongs to a customer, which reports what became of leads that it bought. */
const TOKEN_SCOPES = ['read', 'write', 'read,write', 'outcomes'] as const;

export const apiToken = z.object({
  id,
  name: z.string(),
  /** Identifies the token to users; useless for authentication. */
  tokenPrefix: z.string(),
  scopes: z.enum(TOKEN_SCOPES),
  /** Null unless the scope is `outcomes`. */
  customerNumber: z.string().nullable(),
  createdAt: time,
  createdBy: z.string(),
  /** Accurate to a minute. */
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable(),
  /** Always null in replies: revoked tokens are not listed. */
  revokedAt: time.nullable(),
});

export type ApiToken = z.infer<typeof apiToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  access: 'user',
  reply: z.array(apiToken),
});

export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'admin',
  input: {
    body: z
      .strictObject({
        name: z.string().trim().min(1, 'Please enter a token name').max(100),
        scopes: z.enum(TOKEN_SCOPES).default('read,write'),
        customerNumber: customerNumber.nullish(),
        /** In the future; null never expires. */
        expiresAt: givenTime.nullable().default(null),
      })
      .refine((body) => (body.scopes === 'outcomes') === (body.customerNumber != null), {
        path: ['customerNumber'],
        message: 'A token for outcomes needs a customer number; no other token has one',
      }),
  },
  status: 201,
  reply: apiToken.extend({ fullToken: z.string() }),
  errors: ['invalid_input', 'forbidden'],
});

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/:id',
  access: 'admin',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found', 'forbidden'],
});
