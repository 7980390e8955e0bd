import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts';

/** A request that nobody who means well would send. */
export interface HostileRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

const text = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    '\udfff\ud800',
    'x'.repeat(3_000),
    randomUUID(),
    '2026-02-31',
    '١٢٣',
    '1e999',
  ),
);

const scalar = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1e308, 2 ** 53, Number.MIN_VALUE, 0.1, [], {}, [[]]),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const json: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(text, scalar, { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** The members that a schema knows, with those of objects within it. */
function namesOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Makes an object with members that the endpoint knows, and perhaps others, holding anything. */
function objectOf(names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const known = names.length === 0 ? fc.constant('data') : fc.constantFrom(...names);
  const key = fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'id', 'organizationId', 'isAdmin') },
    { weight: 1, arbitrary: text },
  );
  return fc.dictionary(key, json, { minKeys: 1, maxKeys: 5 });
}

function pathOf({ path, input }: Endpoint): fc.Arbitrary<string> {
  const names = namesOf(input.query);
  const part = fc.oneof(
    fc.constant(randomUUID()),
    text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, 90)),
    fc.constantFrom('..%2f..%2fetc%2fpasswd', '%00', '%', '%c0%af', '.', "1'--", '%2e%2e'),
  );
  const value = fc.oneof(
    text.map((one) => encodeURIComponent(one.toWellFormed())),
    fc.constantFrom(
      '%00',
      '%',
      '%ff%fe',
      '',
      '-1',
      '1e9',
      '99999999999999999999',
      'true',
      'all',
      '{"a":',
      '%7B%22a%22%3A1%7D',
    ),
  );
  const key = names.length === 0 ? fc.constant('q') : fc.constantFrom(...names);
  const query = fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: key },
        { weight: 1, arbitrary: fc.constantFrom('__proto__', 'a[b]', '') },
      ),
      value,
    ),
    { maxLength: 4 },
  );
  return fc.tuple(fc.array(part, { minLength: 3, maxLength: 3 }), query).map(([parts, pairs]) => {
    let at = 0;
    const filled = path.replaceAll(/:\w+/g, () => parts[at++] ?? '');
    const search = pairs.map(([name, held]) => `${name}=${held}`).join('&');
    return search === '' ? filled : `${filled}?${search}`;
  });
}

const headerText = fc
  .oneof(
    text,
    fc.constantFrom('Bearer lm_', `Bearer ${'x'.repeat(41)}`, 'Basic YTpi', 'lm_session=x; lm_session=y'),
  )
  .map((value) => value.replace(/[^\x20-\x7e]/g, '?').trim());

const headers = fc.dictionary(
  fc.constantFrom(
    'authorization',
    'idempotency-key',
    'x-forwarded-for',
    'x-request-id',
    'accept',
    'range',
    'if-none-match',
    'user-agent',
    'last-event-id',
  ),
  headerText,
  { maxKeys: 3 },
);

const contentType = fc.constantFrom(
  ...Array<string>(8).fill('application/json'),
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
);

function jsonBody(endpoint: Endpoint): fc.Arbitrary<Pick<HostileRequest, 'headers' | 'body'>> {
  const written = fc.oneof(
    { weight: 8, arbitrary: objectOf(namesOf(endpoint.input.body)).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: json.map((body) => JSON.stringify(body)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '{"a":1}garbage',
        DEEP,
        '{"__proto__":{"isAdmin":true}}',
        '\ufeff{}',
      ),
    },
  );
  return fc.tuple(written, contentType).map(([body, type]) => ({ headers: { 'content-type': type }, body }));
}

const FORM_FIELDS = [
  'file',
  'uploadId',
  'fieldMapping',
  'importMode',
  'options',
  'manualTags',
  'statusValue',
  'hlrType',
  'customerNumber',
  'identifierType',
  'x',
];

/** Forms as they are written on the wire: with parts that lack this or that, and some that end in the middle. */
const formBody: fc.Arbitrary<Pick<HostileRequest, 'headers' | 'body'>> = fc
  .record({
    parts: fc.array(
      fc.record({
        name: fc.constantFrom(...FORM_FIELDS),
        filename: fc.option(
          fc.oneof(
            fc.constantFrom('leads.csv', 'a.xlsx', 'b.xls', '../../etc/passwd.csv', 'x.exe', '"; x="'),
            text,
          ),
        ),
        content: fc.oneof(
          text,
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
          json.map((value) => JSON.stringify(value)),
          fc.constant('email\na@example.com\n'),
        ),
      }),
      { maxLength: 4 },
    ),
    cut: fc.nat(400),
    whole: fc.boolean(),
    boundary: fc.constantFrom('----b', 'b', '', 'b"x'),
  })
  .map(({ parts, cut, whole, boundary }) => {
    const written = parts.map(({ name, filename, content }) => {
      const file = filename === null ? '' : `; filename="${filename.replace(/[\r\n]/g, ' ')}"`;
      return `------b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
    });
    const body = Buffer.from(`${written.join('')}------b--\r\n`);
    return {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new Uint8Array(whole ? body : body.subarray(0, cut)),
    };
  });

/** Requests to an endpoint with anything at all in path, query, headers and body. */
export function hostileRequests(endpoint: Endpoint): fc.Arbitrary<HostileRequest> {
  const body: fc.Arbitrary<Pick<HostileRequest, 'headers' | 'body'>> =
    endpoint.method === 'GET'
      ? fc.constant({ headers: {}, body: undefined })
      : endpoint.body === 'multipart'
        ? fc.oneof({ weight: 5, arbitrary: formBody }, { weight: 1, arbitrary: jsonBody(endpoint) })
        : fc.oneof({ weight: 6, arbitrary: jsonBody(endpoint) }, { weight: 1, arbitrary: formBody });
  return fc.tuple(pathOf(endpoint), headers, body).map(([path, more, sent]) => ({
    path,
    headers: { ...more, ...sent.headers },
    body: sent.body,
  }));
}
