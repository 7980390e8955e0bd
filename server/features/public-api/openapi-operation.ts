import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorName } from '#contract/errors.ts';
import { recordPublicOutcome } from '#contract/outcomes.ts';
import {
  BATCH_MAX,
  createPublicLead,
  createPublicLeads,
  deletePublicLead,
  getPublicLead,
  listPublicLeads,
  updatePublicLead,
} from '#contract/public-api.ts';
import { PUBLIC_ERRORS, type PublicErrorCode } from '#contract/public-errors.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import { publicLeadInput } from '#contract/public-lead.ts';
import { SUPPRESSION_EXAMPLES } from '#contract/suppression-examples.ts';
import {
  publicAddSuppressions,
  publicCheckSuppressions,
  publicCreateSuppressionList,
  publicDeleteSuppression,
  publicDeleteSuppressionList,
  publicImportSuppressions,
  publicSuppressionLists,
  publicSuppressions,
  suppressionFileForm,
} from '#contract/suppressions.ts';
import { PUBLIC_CODES } from '../../platform/http/public-error.ts';

interface Documented {
  operationId: string;
  example: { request?: unknown; reply: unknown };
  /** More precise than the type that the server parses. */
  body?: z.ZodType;
  /** Fields of a form that also has the part `file`. */
  form?: z.ZodObject;
}

const DOCUMENTED = new Map<Endpoint, Documented>([
  [createPublicLead, { operationId: 'createLead', example: PUBLIC_EXAMPLES.create }],
  [updatePublicLead, { operationId: 'updateLead', example: PUBLIC_EXAMPLES.update }],
  [listPublicLeads, { operationId: 'listLeads', example: PUBLIC_EXAMPLES.list }],
  [
    createPublicLeads,
    {
      operationId: 'createLeads',
      example: PUBLIC_EXAMPLES.batch,
      body: z.strictObject({ leads: z.array(publicLeadInput).min(1).max(BATCH_MAX) }),
    },
  ],
  [getPublicLead, { operationId: 'getLead', example: PUBLIC_EXAMPLES.get }],
  [deletePublicLead, { operationId: 'deleteLead', example: PUBLIC_EXAMPLES.remove }],
  [recordPublicOutcome, { operationId: 'recordOutcome', example: PUBLIC_EXAMPLES.outcome }],
  [publicSuppressionLists, { operationId: 'listSuppressionLists', example: SUPPRESSION_EXAMPLES.lists }],
  [
    publicCreateSuppressionList,
    { operationId: 'createSuppressionList', example: SUPPRESSION_EXAMPLES.createList },
  ],
  [
    publicDeleteSuppressionList,
    { operationId: 'deleteSuppressionList', example: SUPPRESSION_EXAMPLES.deleteList },
  ],
  [publicSuppressions, { operationId: 'listSuppressions', example: SUPPRESSION_EXAMPLES.entries }],
  [publicAddSuppressions, { operationId: 'addSuppressions', example: SUPPRESSION_EXAMPLES.add }],
  [
    publicImportSuppressions,
    {
      operationId: 'importSuppressions',
      example: SUPPRESSION_EXAMPLES.importFile,
      form: suppressionFileForm,
    },
  ],
  [publicDeleteSuppression, { operationId: 'deleteSuppression', example: SUPPRESSION_EXAMPLES.remove }],
  [publicCheckSuppressions, { operationId: 'checkSuppressions', example: SUPPRESSION_EXAMPLES.check }],
]);

/** Possible for any request with a token. */
const ALWAYS: readonly ErrorName[] = [
  'unauthenticated',
  'forbidden',
  'too_many_requests',
  'internal',
  'unavailable',
];

const HEADERS = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

/** Includes every field, every error and an example of each. */
export function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const documented = DOCUMENTED.get(endpoint);
  if (documented === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no documentation`);
  const { operationId, example } = documented;
  const { params, query } = endpoint.input;
  const body = documented.body ?? endpoint.input.body;
  return {
    operationId,
    summary: endpoint.summary,
    description: permissionOf(endpoint),
    parameters: [
      ...(params === undefined ? [] : parametersIn('path', params)),
      ...(query === undefined ? [] : parametersIn('query', query)),
      ...(!endpoint.errors.includes('idempotency_in_flight')
        ? []
        : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body, 'input'), example: example.request } },
      },
    }),
    ...(documented.form && { requestBody: formBody(documented.form) }),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        headers: HEADERS,
        ...(endpoint.status !== 204 && {
          content: {
            'application/json': { schema: schemaOf(endpoint.reply, 'output'), example: example.reply },
          },
        }),
      },
      ...errorResponses(endpoint),
    },
  };
}

function permissionOf({ access }: Endpoint): string {
  return access === 'token:outcomes'
    ? 'Needs a token of the customer, with the outcomes permission.'
    : `Needs a token with the ${access.slice('token:'.length)} permission.`;
}

function formBody(form: z.ZodObject): Record<string, unknown> {
  const { properties = {}, ...schema } = schemaOf(form, 'input');
  const file = { type: 'string', format: 'binary', description: 'CSV, text, Excel or zip file' };
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { ...schema, properties: { file, ...(properties as object) }, required: ['file'] },
      },
    },
  };
}

/** By status, which several codes may share. */
function errorResponses({ errors, input }: Endpoint): Record<string, unknown> {
  const names = [...errors, ...(input.body ? (['unsupported_media_type'] as const) : []), ...ALWAYS];
  const codes = [...new Set(names.map((name) => PUBLIC_CODES[name]))];
  const statuses = [...new Set(codes.map((code) => PUBLIC_ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      errorResponse(
        status,
        codes.filter((code) => PUBLIC_ERRORS[code].status === status),
      ),
    ]),
  );
}

function errorResponse(status: number, codes: readonly PublicErrorCode[]): Record<string, unknown> {
  const examples = codes.map((code) => [code, { summary: PUBLIC_ERRORS[code].when, value: exampleOf(code) }]);
  return {
    description: codes.map((code) => PUBLIC_ERRORS[code].when).join(' Or: '),
    headers: {
      ...HEADERS,
      ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function exampleOf(error: PublicErrorCode): Record<string, unknown> {
  const requestId = '3f0c8f7e-5a52-4b0e-9f0e-6f3f4c1d2b7a';
  const { message } = PUBLIC_ERRORS[error];
  const existingLeadId = PUBLIC_EXAMPLES.create.reply.lead.id;
  return {
    error,
    message,
    ...(error === 'invalid_input' && { field: 'email' }),
    ...(error === 'duplicate' && { existingLeadId }),
    ...(error === 'suppressed' && { lists: ['Do not contact'] }),
    requestId,
  };
}

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type Schema = z.core.JSONSchema.BaseSchema;

export function schemaOf(type: z.ZodType, side: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io: side, unrepresentable: 'any' });
  return schema;
}

function parametersIn(place: 'path' | 'query', parsed: z.ZodType): Record<string, unknown>[] {
  const { properties = {} } = schemaOf(parsed, 'output');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    const required = place === 'path';
    return { name, in: place, required, ...(description !== undefined && { description }), schema };
  });
}
