import { z } from 'zod';
import { templateOf } from '#contract/endpoint.ts';
import { PUBLIC_API } from '#contract/public-api.ts';
import { publicError } from '#contract/public-errors.ts';
import { operationOf, schemaOf } from './openapi-operation.ts';

const DESCRIPTION = `Create, read, update and delete your organization's leads.

Every request needs an API token in the Authorization header: \`Authorization: Bearer lm_…\`. Create tokens in API
Settings. Each token can send a limited number of requests per minute; the RateLimit headers show how many are left.
Write requests can include an Idempotency-Key: a repeated request with the same key is carried out only once and gets
the same response.`;

/** OpenAPI 3.1 without `servers`, generated from the validating contract. */
export function openApiDocument(): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'Lead Manager API', version: '1', description: DESCRIPTION },
    security: [{ token: [] }],
    paths: {
      ...pathsOf(),
      '/openapi.json': {
        get: {
          operationId: 'getOpenApi',
          summary: 'This document',
          security: [],
          responses: {
            200: {
              description: 'The document',
              content: { 'application/json': { schema: { type: 'object' } } },
            },
          },
        },
      },
    },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, which begins with lm_' },
      },
      schemas: { Error: schemaOf(publicError, 'output') },
      headers: {
        RequestId: header("ID of the request in the server's log", { type: 'string', format: 'uuid' }),
        RateLimitLimit: header('Requests per minute for this token', { type: 'integer' }),
        RateLimitRemaining: header('Requests left in this minute', { type: 'integer' }),
        RateLimitReset: header('Seconds until the limit resets', { type: 'integer' }),
        RetryAfter: header('Seconds to wait before the next request', { type: 'integer' }),
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A unique value of your choice, such as a UUID. Within 24 hours, the same request with the same key is carried out only once.',
          schema: schemaOf(z.string().min(1).max(255), 'input'),
        },
      },
    },
  };
}

function pathsOf(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of PUBLIC_API) {
    const path = templateOf(endpoint).replace('/api/v1', '');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return paths;
}

function header(description: string, schema: Record<string, string>): Record<string, unknown> {
  return { description, schema };
}
