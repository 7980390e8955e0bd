// Takes the pictures of docs/screens: every screen and the main dialogs with demo data, in both themes, on a desktop and
// on a phone. Arguments: names of scenes, to take only their pictures.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, CDPSession } from 'playwright-core';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { launchChromium, unpackedChromium } from '#tests/support/chromium.ts';
import { clientOf, PASSWORD, type SignedIn } from '#tests/support/client.ts';
import { startServer } from '#tests/support/server-process.ts';
import { type Demo, fillDemo } from './demo.ts';
import { freezeTime } from './frozen-time.ts';
import { galleryPage, type Picture, pictureName, SIZES, type Size, THEMES } from './gallery-page.ts';
import { DIALOGS, SCREENS, type Scene, settled, switchTheme } from './scenes.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screens');
const ADMIN = 'alex';
/** Longest time for a step on a screen, in milliseconds; a scene that takes longer is left out. */
const STEP_MS = 8_000;
/** Pages that are open at the same time. */
const PAGES = 2;
const QUALITY = 72;
/** Hides the text cursor, which blinks. As a style sheet of a script, because the content security policy blocks others. */
const HIDE_CARET = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important }');
  document.adoptedStyleSheets = [sheet];
}`;
/** Tries until two pictures in a row are equal. */
const TRIES = 12;

interface Stage {
  url: string;
  browser: Browser;
  owner: SignedIn;
  demo: Demo;
  start: number;
}

await withStage(async (stage) => {
  const named = process.argv.slice(2);
  const all = [...SCREENS, ...DIALOGS].filter((scene) => !scene.random);
  const scenes = named.length === 0 ? all : all.filter(({ name }) => named.includes(name));
  if (named.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const failures: string[] = [];
  const waiting = scenes.flatMap((scene) => SIZES.map((size) => ({ scene, size })));
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { scene, size } = next;
      await shoot(stage, scene, size).catch((error: Error) => {
        failures.push(`${scene.name} at ${size.width} px: ${error.message.split('\n')[0]}`);
      });
    }
  };
  await Promise.all(Array.from({ length: PAGES }, work));
  const taken = new Set(readdirSync(FOLDER));
  writeFileSync(join(FOLDER, 'README.md'), galleryPage(SCREENS, DIALOGS, taken));
  process.stdout.write(`${taken.size} pictures in docs/screens\n`);
  if (failures.length > 0) {
    process.stderr.write(`Not taken:\n${failures.map((line) => `  ${line}`).join('\n')}\n`);
    process.exitCode = 1;
  }
});

/** Starts a server on a new database with demo data, and a browser; ends both after `work`. */
async function withStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-gallery-'));
  // PostgreSQL refuses to run as root and runs under another account, which must be able to traverse the folder.
  chmodSync(folder, 0o711);
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } });
  const server = startServer({
    DATABASE_URL: embedded.url,
    ADMIN_USERNAME: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    TZ: 'UTC',
  });
  const browser = await launchChromium(await unpackedChromium());
  try {
    const url = await server.ready();
    const owner = await signIn(url);
    const start = Date.now();
    const database = new pg.Client({ connectionString: embedded.url });
    await database.connect();
    const age = (sql: string, values: unknown[]) => database.query(sql, values);
    const demo = await fillDemo(url, owner, age, start).finally(() => database.end());
    await work({ url, browser, owner, demo, start });
  } finally {
    await browser.close();
    await server.end('SIGTERM');
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signIn(url: string): Promise<SignedIn> {
  const client = clientOf(url);
  const { body } = await client.post<SignedIn['user']>('/api/login', { username: ADMIN, password: PASSWORD });
  return Object.assign(client, { user: body });
}

/** Takes the pictures of a scene at one size, in both themes. */
async function shoot(stage: Stage, scene: Scene, size: Size): Promise<void> {
  const { browser, url, owner, demo, start } = stage;
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: size,
  });
  context.setDefaultTimeout(STEP_MS);
  try {
    const page = await context.newPage();
    if (!scene.signedOut) {
      const [name = '', value = ''] = (owner.cookie ?? '').split(/=(.*)/s);
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
    }
    await freezeTime(page, start);
    await page.goto(scene.path(demo));
    await settled(page, STEP_MS);
    await scene.open?.(page);
    await settled(page, STEP_MS);
    const session = await context.newCDPSession(page);
    await page.evaluate(HIDE_CARET);
    for (const theme of THEMES) {
      await switchTheme(page, theme);
      const picture: Picture = { scene, theme, size };
      writeFileSync(join(FOLDER, pictureName(picture)), await steadyPicture(session));
    }
  } finally {
    await context.close();
  }
}

/** Takes pictures of a page until two in a row are equal. */
async function steadyPicture(session: CDPSession): Promise<Buffer> {
  let before = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    if (data === before) break;
    before = data;
  }
  return Buffer.from(before, 'base64');
}
