import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { codeBlocks, type MarkdownBlock } from '#tests/support/markdown.ts';
import { tokenFor } from '#tests/support/programs.ts';

// docs/api.md: its examples run one after the other and print what the page shows.

const guide = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const blocks = codeBlocks(guide);
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

let app: TestApp;
let admin: SignedIn;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 100 } });
  const { PATH } = process.env;
  admin = await signUp(app.url);
  const buyer = { scopes: 'outcomes', customerNumber: 'C-1042' };
  env = {
    ...{ PATH, SITE: app.url, TOKEN: await tokenFor(admin), BUYER_TOKEN: await tokenFor(admin, buyer) },
  };
});

afterAll(() => app.close());

/** Serves as many pages, each after a 429 where `isLimited` says so, to an example; returns what it prints. */
async function pagedThrough(
  block: MarkdownBlock,
  pages: number,
  isLimited: (page: number, tried: number) => boolean,
): Promise<{ printed: string; code: number | string | null | undefined }> {
  const tried = new Map<number, number>();
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? '', app.url).searchParams.get('cursor') ?? 1);
    tried.set(page, (tried.get(page) ?? 0) + 1);
    response.setHeader('content-type', 'application/json');
    if (isLimited(page, tried.get(page) ?? 0)) {
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":"rate_limited"}');
    } else {
      const nextCursor = page < pages ? String(page + 1) : null;
      response.end(JSON.stringify({ leads: [{ email: `${page}@example.com` }], nextCursor }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const SITE = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    return await new Promise((resolve) => {
      execFile('bash', ['--norc', '-c', block.text], { env: { ...env, SITE } }, (error, printed) =>
        resolve({ printed, code: error === null ? 0 : error.code }),
      );
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function anonymous(text: string): string {
  return text.replaceAll(UUID, 'an id').replaceAll(TIME, 'a time');
}

/** Runs an example and returns what it prints, with placeholders for ids and times. */
async function run({ text }: MarkdownBlock): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', text], { env });
  return anonymous(stdout.replaceAll('\r', ''));
}

test('every example runs and prints what the page shows', async () => {
  const examples = blocks.flatMap((block, at) =>
    block.language === 'sh' ? [{ block, next: blocks[at + 1] }] : [],
  );
  expect(examples.length).toBeGreaterThan(7);
  for (const { block, next } of examples) {
    if (block.text.includes('/outcomes')) {
      const sale = { customerNumber: 'C-1042', identifierType: 'email', identifiers: ['jane@example.com'] };
      expect((await admin.post('/api/leads/mark-sold', sale)).status).toBe(200);
    }
    let printed = await run(block);
    // A change is listed about a second later.
    while (block.text.includes('updatedSince') && printed.trim() === '') printed = await run(block);
    const shown = anonymous(next?.text ?? '');
    if (next?.language === 'json') expect(JSON.parse(printed)).toEqual(JSON.parse(shown));
    else if (next?.language === '') expect(printed).toBe(shown);
    else expect(printed).toMatch(/example\.com/);
  }
});

describe('the loop over all pages', () => {
  const [loop] = blocks.filter(({ text }) => text.includes('nextCursor') && text.includes('while'));
  if (loop === undefined) throw new Error('The guide has no loop');

  test('waits for Retry-After and goes on, beyond 100 pages', async () => {
    const { printed, code } = await pagedThrough(loop, 120, (page, tried) => page === 101 && tried === 1);
    expect(code).toBe(0);
    expect(printed.trim().split('\n')).toEqual(Array.from({ length: 120 }, (_, n) => `${n + 1}@example.com`));
  });

  test('stops where the limit stays', async () => {
    const { printed, code } = await pagedThrough(loop, 2, (page) => page === 2);
    expect([printed, code]).toEqual(['1@example.com\n', 1]);
  });
});

test('the page lists every error with its status', () => {
  for (const [code, { status }] of Object.entries(PUBLIC_ERRORS)) {
    expect(guide).toMatch(new RegExp(`^\\| ${status} +\\| \`${code}\` `, 'm'));
  }
});
