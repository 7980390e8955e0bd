import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { codeBlocks, type MarkdownBlock } from '#tests/support/markdown.ts';
import { tokenFor } from '#tests/support/programs.ts';

// docs/api.md: its examples run one after the other and print what the page shows.

const guide = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const blocks = codeBlocks(guide);
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

let app: TestApp;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  app = await startTestApp({ config: { apiRateLimit: 100 } });
  const { PATH } = process.env;
  env = { PATH, SITE: app.url, TOKEN: await tokenFor(await signUp(app.url)) };
});

afterAll(() => app.close());

/** Runs an example and returns what it prints, with a placeholder for each id. */
async function run({ text }: MarkdownBlock): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', text], { env });
  return stdout.replaceAll('\r', '').replaceAll(UUID, 'an id');
}

test('every example runs and prints what the page shows', async () => {
  const examples = blocks.flatMap((block, at) =>
    block.language === 'sh' ? [{ block, next: blocks[at + 1] }] : [],
  );
  expect(examples.length).toBeGreaterThan(7);
  for (const { block, next } of examples) {
    const printed = await run(block);
    const shown = next?.text.replaceAll(UUID, 'an id');
    if (next?.language === 'json') expect(JSON.parse(printed)).toEqual(JSON.parse(shown ?? ''));
    else if (next?.language === '') expect(printed).toBe(shown);
    else expect(printed).toMatch(/example\.com/);
  }
});

test('the page lists every error with its status', () => {
  for (const [code, { status }] of Object.entries(PUBLIC_ERRORS)) {
    expect(guide).toMatch(new RegExp(`^\\| ${status} +\\| \`${code}\` `, 'm'));
  }
});
