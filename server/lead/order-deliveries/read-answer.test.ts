import { expect, test } from 'vitest';
import type { AcceptRule, AnswerCondition } from '#contract/order-delivery.ts';
import { readAnswer } from './read-answer.ts';

type Then = AcceptRule['then'];

const json = (path: string, equals: string): AnswerCondition => ({ part: 'json', path, equals });
const xml = (path: string, equals: string): AnswerCondition => ({ part: 'xml', path, equals });
const text = (contains: string): AnswerCondition => ({ part: 'text', contains });
const status = (equals: string): AnswerCondition => ({ part: 'status', equals });
const rule = (then: Then, when: AnswerCondition[], taken: Partial<AcceptRule> = {}): AcceptRule => ({
  ...{ when, then, ...taken },
});

const LEADCONDUIT = [
  rule('accepted', [json('outcome', 'success')], {
    price: { part: 'json', path: 'price' },
    reference: { part: 'json', path: 'lead.id' },
  }),
  rule('duplicate', [
    json('outcome', 'failure'),
    { part: 'json', path: 'reason', contains: 'duplicate lead' },
  ]),
  rule('rejected', [json('outcome', 'failure')], { reason: { part: 'json', path: 'reason' } }),
  rule('error', [json('outcome', 'error')], { reason: { part: 'json', path: 'reason' } }),
];
const LEADBYTE = [
  rule('accepted', [status('200'), json('status', 'Success'), json('records.0.status', 'Approved')], {
    reference: { part: 'json', path: 'records.0.response.leadId' },
  }),
  rule('duplicate', [{ part: 'json', path: 'records.0.response.reason', contains: 'duplicate' }]),
  rule('rejected', [json('records.0.status', 'Rejected')], {
    reason: { part: 'json', path: 'records.0.response.reason' },
  }),
];
const BOBERDOO = [
  rule('accepted', [xml('response.status', 'Matched')], {
    price: { part: 'xml', path: 'response.price' },
    reference: { part: 'xml', path: 'response.lead_id' },
  }),
  rule('rejected', [xml('response.status', 'Unmatched')]),
  rule('error', [xml('response.status', 'Error')], { reason: { part: 'xml', path: 'response.error' } }),
];
const LEADPROSPER = [
  rule('accepted', [json('status', 'ACCEPTED')], { reference: { part: 'json', path: 'id' } }),
  rule('duplicate', [json('status', 'DUPLICATED')]),
  rule('rejected', [json('code', '1008')], { reason: { part: 'json', path: 'message' } }),
  rule('error', [json('status', 'ERROR')], { reason: { part: 'json', path: 'message' } }),
];
const PHONEXA = [
  rule('accepted', [json('status', '1')], {
    price: { part: 'json', path: 'price' },
    reference: { part: 'json', path: 'id' },
  }),
  rule('rejected', [json('status', '2')], { reason: { part: 'json', path: 'errors' } }),
];
const CAKE = [
  rule('accepted', [xml('result.code', '0')], { reference: { part: 'xml', path: 'result.leadid' } }),
  rule('duplicate', [{ part: 'xml', path: 'result.errors.error', contains: 'duplicate' }]),
  rule('rejected', [xml('result.code', '1')], { reason: { part: 'xml', path: 'result.errors.error' } }),
];
const SOAP = [
  rule('accepted', [xml('Envelope.Body.AddLeadResponse.AddLeadResult.Success', 'true')]),
  rule('error', [{ part: 'xml', path: 'soap:Envelope.soap:Body.soap:Fault.faultcode', contains: 'Server' }], {
    reason: { part: 'xml', path: 'Envelope.Body.Fault.faultstring' },
  }),
];
const ATTRIBUTES = [
  rule('accepted', [xml('lead.result.status', 'ok')], {
    reference: { part: 'xml', path: 'lead.result.id' },
    price: { part: 'xml', path: 'lead.price' },
  }),
];
const TEXT = [
  rule('duplicate', [text('duplicate')]),
  rule('rejected', [text('invalid')]),
  rule('accepted', [status('200'), text('valid')]),
  rule('accepted', [status('200'), { part: 'text', equals: 'OK' }]),
];
const CREATED = [rule('accepted', [status('201')]), rule('duplicate', [status('409')])];

const none = { reason: null, price: null, reference: null };
const accepted = { state: 'accepted', ...none };
const duplicate = { state: 'duplicate', ...none };
const rejected = { state: 'rejected', ...none };
const unknown = { ...none, state: 'unknown', reason: 'No rule fits the answer' };
const error = { ...none, state: 'error' };

const long = 'x'.repeat(5_000);

/** Kinds of answers of systems that buy leads: the rules, status, body, and how it has to be read. */
const ANSWERS: [string, AcceptRule[], number, string, object][] = [
  [
    'LeadConduit: success with a price',
    LEADCONDUIT,
    201,
    '{"outcome":"success","lead":{"id":"5f1c0a9e8b6d4a0001a2b3c4"},"price":12.5}',
    { ...accepted, price: '12.50', reference: '5f1c0a9e8b6d4a0001a2b3c4' },
  ],
  [
    'LeadConduit: failure',
    LEADCONDUIT,
    201,
    '{"outcome":"failure","reason":"invalid state","lead":{"id":"5f1c"},"price":0}',
    { ...rejected, reason: 'invalid state' },
  ],
  ['LeadConduit: duplicate', LEADCONDUIT, 201, '{"outcome":"failure","reason":"Duplicate lead"}', duplicate],
  [
    'LeadConduit: error',
    LEADCONDUIT,
    201,
    '{"outcome":"error","reason":"Recipient timed out"}',
    { ...error, reason: 'Recipient timed out' },
  ],
  [
    'LeadByte: approved, with a byte order mark and a long number',
    LEADBYTE,
    200,
    '\uFEFF{"status":"Success","records":[{"status":"Approved","response":{"leadId":90071992547409931234}}]}',
    { ...accepted, reference: '90071992547409931234' },
  ],
  [
    'LeadByte: rejected',
    LEADBYTE,
    200,
    '{"status":"Success","records":[{"status":"Rejected","response":{"reason":"Age below 18"}}]}',
    { ...rejected, reason: 'Age below 18' },
  ],
  [
    'LeadByte: duplicate',
    LEADBYTE,
    200,
    '{"status":"Success","records":[{"status":"Rejected","response":{"reason":"Duplicate: email"}}]}',
    duplicate,
  ],
  [
    'LeadByte: wrong key',
    LEADBYTE,
    401,
    '{"status":"Error","message":"Invalid API key"}',
    { ...error, reason: 'Answered with status 401' },
  ],
  [
    'boberdoo: matched',
    BOBERDOO,
    200,
    '<?xml version="1.0" encoding="utf-8"?>\n<response>\n  <status>Matched</status>\n  <lead_id>0042</lead_id>\n' +
      '  <price>$1,042.00</price>\n</response>',
    { ...accepted, price: '1042.00', reference: '0042' },
  ],
  [
    'boberdoo: unmatched',
    BOBERDOO,
    200,
    '<response><status>Unmatched</status><lead_id>7</lead_id></response>',
    rejected,
  ],
  [
    'boberdoo: error with entities',
    BOBERDOO,
    200,
    '<response><status>Error</status><error>Zip &amp; state don&#39;t &lt;match&gt;</error></response>',
    { ...error, reason: "Zip & state don't <match>" },
  ],
  [
    'LeadProsper: accepted',
    LEADPROSPER,
    200,
    '{"code":0,"status":"ACCEPTED","message":"","id":"lp_9"}',
    { ...accepted, reference: 'lp_9' },
  ],
  [
    'LeadProsper: duplicated',
    LEADPROSPER,
    200,
    '{"code":1002,"status":"DUPLICATED","message":"Dup"}',
    duplicate,
  ],
  [
    'LeadProsper: error by its number',
    LEADPROSPER,
    200,
    '{"code":1008,"status":"ERROR","message":"Cap reached"}',
    { ...rejected, reason: 'Cap reached' },
  ],
  [
    'Phonexa: sold, a number as text',
    PHONEXA,
    200,
    '{"status":1,"id":"A1","price":"33,50"}',
    { ...accepted, price: '33.50', reference: 'A1' },
  ],
  [
    'Phonexa: a list of errors',
    PHONEXA,
    200,
    '{"status":"2","errors":["zip","Loan amount"]}',
    { ...rejected, reason: '["zip","Loan amount"]' },
  ],
  [
    'CAKE: success',
    CAKE,
    200,
    '<result><code>0</code><msg>success</msg><leadid>7F</leadid></result>',
    { ...accepted, reference: '7F' },
  ],
  [
    'CAKE: duplicate in CDATA',
    CAKE,
    200,
    '<result><code>1</code><errors><error>Other</error><error><![CDATA[Duplicate <lead>]]></error></errors></result>',
    { ...rejected, reason: 'Other' },
  ],
  [
    'SOAP: accepted',
    SOAP,
    200,
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><AddLeadResponse ' +
      'xmlns="http://buyer.example/"><AddLeadResult><Success>true</Success></AddLeadResult></AddLeadResponse>' +
      '</soap:Body></soap:Envelope>',
    accepted,
  ],
  [
    'SOAP: a fault with 500',
    SOAP,
    500,
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode>' +
      '<faultstring>Try later</faultstring></s:Fault></s:Body></s:Envelope>',
    { ...error, reason: 'Try later' },
  ],
  [
    'XML with attributes',
    ATTRIBUTES,
    200,
    '<lead price="9.99"><result status="ok" id="L-1"/></lead>',
    { ...accepted, reference: 'L-1', price: '9.99' },
  ],
  ['text: OK', TEXT, 200, 'OK\r\n', accepted],
  ['text: "invalid" contains "valid"', TEXT, 200, 'Lead is invalid', rejected],
  ['text: "invalid" where only "valid" is looked for', TEXT.slice(2), 200, 'Lead is invalid', unknown],
  ['text: a word with an underscore', TEXT, 200, 'not_valid', unknown],
  ['text: a word in another script', TEXT, 200, 'ungültigvalid', unknown],
  ['text: valid', TEXT, 200, 'Lead is valid.', accepted],
  ['text: duplicate with 400', TEXT, 400, 'DUPLICATE|email', duplicate],
  [
    'an HTML error page with 200',
    [...TEXT, ...LEADCONDUIT, ...BOBERDOO],
    200,
    '<!DOCTYPE html>\n<html><head><title>Error</title></head><body>Enter a valid lead. OK</body></html>',
    unknown,
  ],
  ['an HTML page without a doctype', TEXT, 200, '\n<html><body>A valid page<br></body></html>', unknown],
  ['JSON of the type text/html', LEADPROSPER, 200, '  {"status":"ACCEPTED"}\n', accepted],
  ['invalid JSON', LEADCONDUIT, 200, "{'outcome':'success'}", unknown],
  ['JSON cut after 4 KB', LEADCONDUIT, 200, `{"outcome":"success","x":"${long}`.slice(0, 4096), unknown],
  [
    'XML cut after 4 KB',
    BOBERDOO,
    200,
    `<response><status>Matched</status><x>${long}`.slice(0, 4096),
    unknown,
  ],
  ['nothing, with 200', [...LEADCONDUIT, ...BOBERDOO, ...TEXT], 200, '', unknown],
  ['nothing, with 204 and no rules', [], 204, '', unknown],
  ['nothing, with 201 where that is enough', CREATED, 201, '', accepted],
  ['a conflict', CREATED, 409, '{"error":"exists"}', duplicate],
  ['a redirect', CREATED, 302, '', { ...error, reason: 'Answered with status 302' }],
  ['a proxy', LEADCONDUIT, 503, 'upstream connect error', { ...error, reason: 'Answered with status 503' }],
];

test('there are at least 20 kinds', () => {
  expect(ANSWERS.length).toBeGreaterThan(20);
});

test.each(ANSWERS)('%s', (_kind, rules, given, body, reading) => {
  expect(readAnswer(rules, { status: given, body })).toEqual(reading);
});

test('the first rule whose conditions all hold decides', () => {
  const rules = [
    rule('accepted', [status('200'), json('a', '1'), json('b', '2')]),
    rule('rejected', [json('a', '1')]),
    rule('error', [status('200')]),
  ];
  const read = (body: string) => readAnswer(rules, { status: 200, body }).state;
  expect([read('{"a":1,"b":2}'), read('{"a":1}'), read('x')]).toEqual(['accepted', 'rejected', 'error']);
});

test.each<[string, string, string | null]>([
  ['{"a":{"b":"x"}}', 'a.b', 'x'],
  ['{"a.b":"x"}', 'a.b', 'x'],
  ['{"a.b":{"c":"x"},"a":{"b":{}}}', 'a.b.c', 'x'],
  ['["x","y"]', '1', 'y'],
  ['{"a":true}', 'a', 'true'],
  ['{"a":1.50}', 'a', '1.50'],
  ['{"a":"1 and \\"2\\""}', 'a', '1 and "2"'],
  ['{"a":[1,2]}', 'a', '["1","2"]'],
  ['{"a":null}', 'a', null],
  ['{"a":""}', 'a', null],
  ['{"a":"x"}', 'a.length', null],
  ['{"a":[1]}', 'a.length', null],
  ['{}', 'constructor.name', null],
  ['{}', '__proto__', null],
  ['"a"', 'a', null],
])('of %s, %s is %j', (body, path, found) => {
  const rules = [rule('rejected', [status('200')], { reason: { part: 'json', path } })];
  expect(readAnswer(rules, { status: 200, body }).reason).toBe(found);
});

const LAUGHS = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

test.each([
  `<!DOCTYPE r [<!ENTITY l0 "lol">${LAUGHS}]><r><a>&l9;</a></r>`,
  '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r><a>&x;</a></r>',
  '<?xml version="1.0"?><!doctype r><!DOCTYPE r [<!ENTITY x "accepted">]><r><a>&x;</a></r>',
  `${'<r>'.repeat(1_300)}`,
  '<r><a>accepted</r>',
  '<a>accepted</a><r/>',
])('XML that declares entities or is broken is unknown: %#', (body) => {
  const rules = [rule('accepted', [{ part: 'xml', path: 'r.a', contains: 'accepted' }])];
  expect(readAnswer(rules, { status: 200, body })).toEqual(unknown);
});

test('a reason is cut, and words with signs are found as they are', () => {
  const rules = [
    rule('rejected', [{ part: 'text', contains: 'code (7)' }], { reason: { part: 'json', path: 'r' } }),
  ];
  const reading = readAnswer(rules, { status: 200, body: `{"x":"Code (7)","r":"${long}"}` });
  expect([reading.state, reading.reason]).toEqual(['rejected', 'x'.repeat(300)]);
});
