import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePage } from '#tests/support/browser.ts';
import { buttonOf } from './elements.ts';
import { type LeadStage, rowOf, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

/** Maximum size of the scripts that the first visit to the lead list loads, gzipped (bytes). */
const SCRIPTS_MAX = 200_000;
const COUNT = 60;

let stage: LeadStage;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());

/** Requests a file as a browser that accepts this encoding. */
function sent(
  path: string,
  encoding: string,
): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(new URL(path, stage.app.url), { headers: { 'accept-encoding': encoding } }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      resolve({ headers: answer.headers, body: Buffer.concat(chunks) });
    }).on('error', reject);
  });
}

/** Returns the scripts that a first visit to the lead list loads before its rows appear. */
async function firstScripts(): Promise<string[]> {
  const page = await stage.open('/not-found');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.goto('/leads');
  await rowOf(page, `Given${COUNT - 1} Family`).waitFor();
  await closePage(page);
  return [...scripts];
}

it('loads at most 200 KB of scripts for the lead list', async () => {
  const scripts = await firstScripts();
  expect(scripts.length).toBeGreaterThan(2);
  const files = await Promise.all(scripts.map((address) => sent(new URL(address).pathname, 'gzip')));
  const bytes = files.reduce((sum, { body }) => sum + body.length, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(SCRIPTS_MAX);
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('sends files in the form %s to browsers that take it', async (encoding, decompress) => {
  const page = (await sent('/leads', 'identity')).body.toString();
  const [script = '', style = ''] = ['js', 'css'].map(
    (ending) => new RegExp(`/assets/index-[^"]+\\.${ending}`).exec(page)?.[0],
  );
  for (const path of ['/leads', script, style]) {
    const plain = await sent(path, 'identity');
    const packed = await sent(path, encoding);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers.vary).toContain('accept-encoding');
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(packed.headers['cache-control']).toBe(plain.headers['cache-control']);
    // The page itself has 900 bytes, which compress less.
    expect(packed.body.length / plain.body.length).toBeLessThan(path === '/leads' ? 0.6 : 0.5);
    expect(decompress(packed.body).equals(plain.body)).toBe(true);
  }
});

it('moves nothing around the rows while one searches', async () => {
  const page = await stage.open();
  await rowOf(page, `Given${COUNT - 1} Family`).waitFor();
  const places = () =>
    Promise.all(['First', 'Next', 'Last'].map((name) => buttonOf(page, name).boundingBox()));
  const before = await places();
  await page.getByLabel('Search leads').fill('Given7');
  await expect.poll(() => rowOf(page, 'Family').count()).toBe(1);
  await page.getByText('Page 1 of 1').waitFor();
  expect(await places()).toEqual(before);
  await closePage(page);
});
