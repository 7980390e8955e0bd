import { expect, it } from 'vitest';
import { createPublicLead } from '#contract/public-api.ts';
import { fieldsIn } from './call-tab.tsx';

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
