import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageReply, time } from './shapes.ts';

export const ipEntry = z.object({
  id,
  /** IPv4 or IPv6 address or CIDR network, in shortest form. */
  ipAddress: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: time,
  /** Null once the account is deleted. */
  createdBy: z.string().nullable(),
});

export type IpEntry = z.infer<typeof ipEntry>;

export const getMyIp = endpoint({
  method: 'GET',
  path: '/api/my-ip',
  access: 'user',
  reply: z.object({ ip: z.string() }),
});

export const getIpStatus = endpoint({
  method: 'GET',
  path: '/api/ip-whitelist-status',
  access: 'user',
  reply: z.object({ enabled: z.boolean(), isWhitelisted: z.boolean(), activeEntries: z.int() }),
});

export const listIpEntries = endpoint({
  method: 'GET',
  path: '/api/ip-whitelist',
  access: 'user',
  reply: z.array(ipEntry),
});

export const addIpEntry = endpoint({
  method: 'POST',
  path: '/api/ip-whitelist',
  access: 'admin',
  input: {
    body: z.strictObject({
      ipAddress: z.string().trim().min(1, 'Please enter an IP address').max(100),
      description: z
        .string()
        .trim()
        .max(200)
        .regex(/^\P{Cc}*$/u, "A description can't contain control characters")
        .optional(),
    }),
  },
  status: 201,
  reply: ipEntry,
  errors: ['invalid_input', 'conflict'],
});

export const updateIpEntry = endpoint({
  method: 'PATCH',
  path: '/api/ip-whitelist/:id',
  access: 'admin',
  input: { params: idParams, body: z.strictObject({ isActive: z.boolean() }) },
  reply: ipEntry,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const removeIpEntry = endpoint({
  method: 'DELETE',
  path: '/api/ip-whitelist/:id',
  access: 'admin',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found', 'conflict'],
});
