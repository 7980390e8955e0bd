import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPublicLead } from '#contract/public-api.ts';
import { fieldsIn, schemaRows } from './openapi-fields.ts';

const rowsOf = (type: z.ZodType) => schemaRows(z.toJSONSchema(type, { io: 'input' }));

it('names every kind of type, and what is required', () => {
  const rows = rowsOf(
    z.strictObject({
      name: z.string().meta({ description: 'A name', examples: ['Jane'] }),
      amount: z.union([z.string(), z.number()]).nullable().optional(),
      tags: z.array(z.string()).optional(),
      either: z.array(z.union([z.string(), z.number()])).optional(),
      kind: z.enum(['a', 'b']).optional(),
      day: z.iso.date().optional(),
      limit: z.int().min(1).max(9).default(5),
      all: z.array(z.unknown()).min(1).max(3),
      more: z.record(z.string(), z.string()).optional(),
    }),
  );
  expect(rows.map(({ name, type, required }) => [name, type, required])).toEqual([
    ['name', 'string', true],
    ['amount', 'string | number | null', false],
    ['tags', 'string[]', false],
    ['either', '(string | number)[]', false],
    ['kind', '"a" | "b"', false],
    ['day', 'date', false],
    ['limit', 'integer', false],
    ['all', 'any[]', true],
    ['more', 'object', false],
  ]);
  expect(rows[0]).toMatchObject({ description: 'A name', example: '"Jane"' });
  expect(rows[6]?.description).toBe('From 1 to 9. Default: 5.');
  expect(rows[7]?.description).toBe('1 to 3 items.');
});

it('lists the fields of objects within objects and arrays after what they stand in', () => {
  const rows = rowsOf(
    z.object({
      identifier: z.object({ email: z.string() }),
      leads: z.array(z.object({ phone: z.string().nullable() })),
    }),
  );
  expect(rows.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'identifier object',
    'identifier.email string',
    'leads object[]',
    'leads[].phone string | null',
  ]);
});

const document = {
  servers: [{ url: 'https://leads.example.com/api/v1' }],
  paths: {
    '/leads': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer', default: 5 } },
          { $ref: '#/components/parameters/Key' },
          { name: 'X-Any', in: 'header', schema: { type: 'string' } },
        ],
      },
      post: {
        parameters: [{ $ref: '#/components/parameters/Key' }],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['email'], properties: { email: { type: 'string' } } },
            },
          },
        },
      },
    },
  },
};

it('reads the body of a call', () => {
  expect(fieldsIn(document, createPublicLead)).toEqual([
    { name: 'email', type: 'string', required: true, description: undefined, example: undefined },
  ]);
});

it('reads the query parameters of a call without a body, and nothing that is no field', () => {
  expect(fieldsIn(document, { method: 'GET', path: '/api/v1/leads' })).toEqual([
    {
      name: 'limit',
      type: 'integer',
      required: false,
      description: 'How many. Default: 5.',
      example: undefined,
    },
  ]);
});

it('throws for a call that the document does not have', () => {
  expect(() => fieldsIn(document, { method: 'DELETE', path: '/api/v1/leads' })).toThrow();
});
