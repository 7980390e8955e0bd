import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { givenTime, id, idParams, messageReply, time } from './shapes.ts';

const TOKEN_SCOPES = ['read', 'write', 'read,write'] as const;

export const apiToken = z.object({
  id,
  name: z.string(),
  /** Identifies the token to users; useless for authentication. */
  tokenPrefix: z.string(),
  scopes: z.enum(TOKEN_SCOPES),
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
  input: {},
  status: 200,
  reply: z.array(apiToken),
  errors: [],
});

export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'admin',
  input: {
    body: z.strictObject({
      name: z.string().trim().min(1, 'Please enter a token name').max(100),
      scopes: z.enum(TOKEN_SCOPES).default('read,write'),
      /** In the future; null never expires. */
      expiresAt: givenTime.nullable().default(null),
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
  status: 200,
  reply: messageReply,
  errors: ['not_found', 'forbidden'],
});
