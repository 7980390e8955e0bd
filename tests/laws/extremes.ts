import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

/** A request with one extreme value in an otherwise plausible input. */
export interface ExtremeRequest {
  path: string;
  body: unknown;
  /** Names the part of the input and its value, for a failure. */
  title: string;
}

/** Ids of things there are, by a part of the call's path. */
export type KnownIds = (path: string, name: string) => string | undefined;

const DATES = [
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '+010000-01-01',
  '-000001-01-01',
  '0001-01-01T00:00:00+14:00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:00-23:59',
  '9999-12-31T23:59:59.999Z',
  '31.12.9999',
];
const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31),
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  '9'.repeat(400),
];
const TEXTS = ['', ' ', '\0', '\ud800', '\uffff', 'x'.repeat(40_000), '9'.repeat(400), '-', "'", '\\', '%'];
const DATED = /date|time|from|to$|at$|since|until|expire|after|before|value|filter|where|data/i;
const NUMBERED = /amount|price|count|limit|offset|value|filter|data|number|days|id$/i;
/** A sample for parts that a schema leaves to the handler, by name. */
const SAMPLES: Record<string, unknown> = {
  ipAddress: '203.0.113.7',
  email: 'extreme@example.com',
  password: 'correct horse battery',
  currency: 'EUR',
  plan: { fieldMapping: { email: 'email' } },
  fieldMapping: { email: 'email' },
  where: '[["createdAt","after","2026-01-01"]]',
  filter: {},
};

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema };

interface Leaf {
  at: readonly (string | number)[];
  schema: Schema;
}

/**
 * Requests that hold each extreme in each date, number and text of an endpoint's input, one at a time: beside all other parts of
 * the input, and beside those alone that are required.
 */
export function extremeRequests(endpoint: Endpoint, ids: KnownIds): ExtremeRequest[] {
  const parts = (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint.input[part];
    return schema === undefined ? [] : [{ part, schema: jsonSchema(schema) }];
  });
  const requestOf = (title: string, input: Record<string, unknown>): ExtremeRequest => ({
    title,
    path: `${filledPath(endpoint.path, ids)}${queryOf(input['query'])}`,
    body: input['body'],
  });
  const leaves: Leaf[] = [];
  const whole: Record<string, unknown> = {};
  for (const { part, schema } of parts) whole[part] = sampleOf(schema, [part], endpoint.path, ids, leaves);
  const least = Object.fromEntries(parts.map(({ part, schema }) => [part, leastOf(whole[part], schema)]));
  return [whole, least].flatMap((plain) => [
    requestOf('plausible', plain),
    ...leaves.flatMap(({ at, schema }) =>
      extremesFor(schema, String(at.findLast((key) => typeof key === 'string'))).map((value) =>
        requestOf(`${at.join('.')} = ${JSON.stringify(value).slice(0, 60)}`, withValue(plain, at, value)),
      ),
    ),
  ]);
}

/** Returns a sample without the parts that its schema doesn't require. */
function leastOf(sample: unknown, { properties, required }: Schema): unknown {
  if (properties === undefined) return sample;
  const entries = Object.entries(sample as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(([key]) => !(key in properties) || (required as string[] | undefined)?.includes(key)),
  );
}

function jsonSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

/** Returns an input that a schema accepts as far as its shape tells, and collects its leaves. */
function sampleOf(schema: Schema, at: Leaf['at'], path: string, ids: KnownIds, leaves: Leaf[]): unknown {
  const name = String(at.at(-1));
  const choice = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (choice !== undefined) {
    const [first, ...rest] = choice;
    for (const other of rest) sampleOf(other, at, path, ids, leaves);
    return sampleOf(first as Schema, at, path, ids, leaves);
  }
  if (schema.properties !== undefined) {
    const known = SAMPLES[name];
    return Object.fromEntries([
      ...Object.entries(schema.properties).map(([key, of]) => [
        key,
        sampleOf(of, [...at, key], path, ids, leaves),
      ]),
      ...Object.entries(typeof known === 'object' && known !== null ? known : {}),
    ]);
  }
  if (schema['type'] === 'array') {
    const items = schema['items'] as Schema | undefined;
    return items === undefined ? [] : [sampleOf(items, [...at, 0], path, ids, leaves)];
  }
  leaves.push({ at, schema });
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (schema['format'] === 'uuid') return ids(path, name) ?? crypto.randomUUID();
  if (name in SAMPLES) return SAMPLES[name];
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['format'] === 'date') return '2026-01-31';
  if (schema['format'] === 'date-time') return '2026-01-31T12:00:00Z';
  if (schema['type'] === 'integer' || schema['type'] === 'number') return schema['minimum'] ?? 1;
  if (schema['type'] === 'boolean') return false;
  if (schema['type'] === 'object') return {};
  return schema['type'] === 'string' ? 'sample' : undefined;
}

function extremesFor(schema: Schema, name: string): unknown[] {
  const { type } = schema;
  if (schema['enum'] !== undefined || schema['const'] !== undefined || type === 'boolean') return ['x'];
  if (schema['format'] === 'uuid') return ['00000000-0000-0000-0000-000000000000', 'x'];
  if (schema['format'] === 'date' || schema['format'] === 'date-time') return DATES;
  if (type === 'integer' || type === 'number') return [...NUMBERS, ...boundsOf(schema)];
  return [...TEXTS, ...(DATED.test(name) ? DATES : []), ...(NUMBERED.test(name) ? NUMBERS : [])];
}

function boundsOf(schema: Schema): number[] {
  return [schema['minimum'], schema['maximum']].flatMap((bound) =>
    typeof bound === 'number' ? [bound - 1, bound, bound + 1] : [],
  );
}

function withValue(input: unknown, [key, ...rest]: Leaf['at'], value: unknown): Record<string, unknown> {
  const inner = (input as Record<string, unknown> | undefined)?.[key ?? ''];
  const held = rest.length === 0 ? value : withValue(inner, rest, value);
  const copy = Array.isArray(input) ? [...input] : { ...(input as object) };
  return Object.assign(copy, { [key ?? '']: held }) as Record<string, unknown>;
}

function filledPath(path: string, ids: KnownIds): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => ids(path, name) ?? crypto.randomUUID());
}

function queryOf(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const search = new URLSearchParams(
    pairs.map(([key, value]): [string, string] => [key, textOf(value).toWellFormed()]),
  );
  return pairs.length === 0 ? '' : `?${search}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
