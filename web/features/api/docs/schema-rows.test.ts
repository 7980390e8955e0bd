import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaRows } from './schema-rows.ts';

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
