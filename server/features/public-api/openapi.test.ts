import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, templateOf } from '#contract/endpoint.ts';
import { conditionFields, OPERATORS, parseWhere } from '#contract/lead-conditions.ts';
import { createPublicLead, listPublicLeads, PUBLIC_API } from '#contract/public-api.ts';
import { PUBLIC_ERRORS, publicError } from '#contract/public-errors.ts';
import { publicLeadInput } from '#contract/public-lead.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

type Json = Record<string, unknown>;

interface Operation {
  operationId: string;
  summary: string;
  parameters?: Json[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example: unknown }> };
  responses: Record<string, { description: string; headers?: Json; content: Record<string, Json> }>;
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}

let app: TestApp;
let document: Document;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  const response = await fetch(`${app.url}/api/v1/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  document = (await response.json()) as Document;
});

afterAll(() => app.close());

const PUBLIC = API.filter(({ path }) => path.startsWith('/api/v1/'));

function operationOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): Operation {
  const operation = document.paths[templateOf({ path }).replace('/api/v1', '')]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not documented`);
  return operation;
}

/** Yields every object in the document at any depth. */
function* everything(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* everything(inner);
}

function resolve(reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document);
}

describe('the document', () => {
  test('is OpenAPI 3.1 with every call of the public API, and nothing else', () => {
    expect(document.openapi).toBe('3.1.0');
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} /api/v1${path}`),
    );
    expect(documented.sort()).toEqual(PUBLIC.map((one) => `${one.method} ${templateOf(one)}`).sort());
  });

  test('names the absolute address of this site', () => {
    expect(document.servers).toEqual([{ url: `${app.url}/api/v1` }]);
  });

  test('describes conditions with an example that the list takes', () => {
    const where = operationOf(listPublicLeads).parameters?.find(({ name }) => name === 'where');
    expect(where?.['description']).toContain('contains');
    expect(
      Object.values(OPERATORS)
        .flat()
        .filter((one) => !String(where?.['description']).includes(one)),
    ).toEqual([]);
    const { examples } = z.object({ examples: z.tuple([z.string()]) }).parse(where?.['schema']);
    expect(parseWhere(examples[0], conditionFields([]))).not.toHaveProperty('problem');
  });

  test('names each operation once', () => {
    const ids = PUBLIC.map((endpoint) => operationOf(endpoint).operationId);
    expect(new Set(ids).size).toBe(PUBLIC.length);
  });

  test('refers to nothing that is not in it', () => {
    const references = [...everything(document)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references)
      expect([reference, typeof resolve(reference)]).toEqual([reference, 'object']);
  });

  test('has schemas of one dialect, of plain types', () => {
    const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'http']);
    for (const part of everything(document)) {
      expect(part).not.toHaveProperty('$schema');
      if (typeof part['type'] === 'string') expect(types).toContain(part['type']);
    }
  });

  test('says of every parameter where it goes and what it is', () => {
    const parameters = PUBLIC.flatMap((endpoint) => operationOf(endpoint).parameters ?? []).map(
      (parameter) =>
        typeof parameter['$ref'] === 'string' ? (resolve(parameter['$ref']) as Json) : parameter,
    );
    expect(parameters.length).toBeGreaterThan(15);
    for (const { name, in: place, schema } of parameters) {
      expect(name).toMatch(/^[A-Za-z-]+$/);
      expect(['path', 'query', 'header']).toContain(place);
      expect(Object.keys(schema as Json).length, String(name)).toBeGreaterThan(0);
    }
  });
});

describe.each(
  PUBLIC_API.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint as Endpoint] as const),
)('%s', (_name, endpoint) => {
  test('has an example of its answer, and of its body where it has one, that the contract takes', () => {
    const { requestBody, responses } = operationOf(endpoint);
    const { content } = responses[endpoint.status] ?? {};
    if (endpoint.status === 204) return expect(content).toBeUndefined();
    const reply = content?.['application/json']?.['example'];
    expect(endpoint.reply.safeParse(reply).error).toBeUndefined();
    if (endpoint.input.body === undefined) return;
    const body = requestBody?.content['application/json']?.example;
    expect(endpoint.input.body.safeParse(body).error).toBeUndefined();
  });

  test('has every error that it may answer, each with an example of the form of errors', () => {
    const { responses } = operationOf(endpoint);
    const statuses = Object.keys(responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403, 429, 500]));
    for (const status of statuses.filter((one) => one >= 400)) {
      const examples = Object.entries(responses[status]?.content['application/json']?.['examples'] as Json);
      expect(examples.length).toBeGreaterThan(0);
      for (const [code, example] of examples) {
        const { value } = example as { value: unknown };
        expect(publicError.strict().parse(value).error).toBe(code);
        expect(PUBLIC_ERRORS[code as keyof typeof PUBLIC_ERRORS].status).toBe(status);
      }
    }
  });
});

test('every field of a lead is there with its type, what it means and an example', () => {
  const schema = operationOf(createPublicLead).requestBody?.content['application/json']?.schema;
  const properties = schema?.['properties'] as Record<string, Json>;
  expect(Object.keys(properties)).toEqual(Object.keys(publicLeadInput.shape));
  expect(schema?.['additionalProperties']).toBe(false);
  for (const [name, property] of Object.entries(properties)) {
    expect([name, typeof property['description']]).toEqual([name, 'string']);
    expect([name, Array.isArray(property['examples'])]).toEqual([name, true]);
    expect(property['type'] ?? property['anyOf'], name).toBeDefined();
  }
});
