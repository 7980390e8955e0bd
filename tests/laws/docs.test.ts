import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { codeBlocks, headingAnchors, markdownLinks } from '#tests/support/markdown.ts';
import { DIALOGS, SCREENS } from '../screens/scenes.ts';

// The law of documentation: links lead somewhere, pictures are taken, and commands and options exist.

const root = fileURLToPath(new URL('../..', import.meta.url));
const exclude = (path: string) => /(?:^|\/)(?:node_modules|dist|data|\.cache)(?:\/|$)/.test(path);
const pages = globSync('**/*.md', { cwd: root, exclude }).sort();
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names of the pictures that `npm run gallery` takes. */
const pictures = new Set(
  [...SCREENS, ...DIALOGS]
    .filter(({ random }) => random !== true)
    .flatMap(({ name }) =>
      ['light', 'dark'].flatMap((theme) =>
        [1440, 390].map((width) => `docs/screens/${name}-${theme}-${width}.webp`),
      ),
    ),
);

/** Returns what is wrong with a link of a page, or null. */
function problemOf(page: string, target: string): string | null {
  if (/^(?:https?|mailto):/.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const found =
    path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path))).replace(/\/$/, '');
  if (pictures.has(found)) return null;
  if (found.startsWith('docs/screens/') && found.endsWith('.webp')) return 'no scene makes this picture';
  if (!existsSync(join(root, found))) return 'there is no such file';
  if (anchor === undefined || !found.endsWith('.md')) return null;
  return headingAnchors(read(found)).includes(anchor) ? null : 'there is no such heading';
}

describe('links', () => {
  test('broken ones are told from good ones', () => {
    expect(problemOf('docs/README.md', '../README.md#settings')).toBe(null);
    expect(problemOf('docs/README.md', '../README.md#nothing-of-the-kind')).toBe('there is no such heading');
    expect(problemOf('docs/README.md', 'nothing.md')).toBe('there is no such file');
    expect(problemOf('docs/README.md', 'screens/leads-light-1440.webp')).toBe(null);
    expect(problemOf('docs/README.md', 'screens/leads-pink-1440.webp')).toBe('no scene makes this picture');
    expect(problemOf('README.md', '#settings')).toBe(null);
    expect(markdownLinks('[a](b.md "c") `[d](e)`\n```\n[f](g)\n```\n<img src="h.webp">\n[i]: j.md')).toEqual([
      { target: 'b.md', line: 1 },
      { target: 'h.webp', line: 5 },
      { target: 'j.md', line: 6 },
    ]);
    expect(headingAnchors('# `a` B: [c](d) (e/f)\n## Twice\n## Twice')).toEqual([
      'a-b-c-ef',
      'twice',
      'twice-1',
    ]);
  });

  test.each(pages)('%s', (page) => {
    const problems = markdownLinks(read(page)).flatMap(({ target, line }) => {
      const problem = problemOf(page, target);
      return problem === null ? [] : [`${page}:${line} ${target}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  test('every page of docs/ can be reached from its door', () => {
    const reached = new Set<string>();
    const queue = ['docs/README.md'];
    for (let page = queue.pop(); page !== undefined; page = queue.pop()) {
      if (reached.has(page) || !page.endsWith('.md') || !existsSync(join(root, page))) continue;
      reached.add(page);
      for (const { target } of markdownLinks(read(page))) {
        if (!/^https?:/.test(target)) queue.push(normalize(join(dirname(page), target.replace(/#.*/, ''))));
      }
    }
    const unlinked = pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'));
    expect(unlinked.filter((page) => !reached.has(page))).toEqual([]);
  });
});

test('every source file that a page names exists', () => {
  const files = globSync('**/*.{ts,tsx,sql,mjs,cjs}', { cwd: root, exclude }).map((path) => `/${path}`);
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/(?<![\w*.-])[\w-][\w./-]*\.(?:tsx?|sql|mjs|cjs)\b/g)]
      .map(([name]) => name)
      // The announcements of CONTRIBUTING.md and the pattern of migrations are examples of something new.
      .filter(
        (name) => !/announcements|NNNN-name/.test(name) && !files.some((path) => path.endsWith(`/${name}`)),
      )
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('what the user guide prints in bold is written on a screen', () => {
  const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');
  const sources = globSync('{web,contract}/**/*.{ts,tsx}', { cwd: root, exclude });
  const screens = spaced(
    sources
      .filter((path) => !path.includes('.test.'))
      .map(read)
      .join('\n'),
  );
  const guide = pages.filter((page) => page.startsWith('docs/guide/'));
  const labels = guide.flatMap((page) =>
    [...read(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => ({ page, label: spaced(label) })),
  );
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter(({ label }) => !screens.includes(label))).toEqual([]);
});

describe('settings', () => {
  const rows = [...read('README.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\| (?:`([\w:]+)`)? +\|/gm)];

  test('README lists all of them', () => {
    const listed = rows.flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? []);
    const known = [...read('server/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
      ([, name]) => name,
    );
    expect(known.length).toBeGreaterThan(15);
    expect(listed.sort()).toEqual([...new Set(known)].sort());
  });

  test('the defaults in README are those of the server', () => {
    const defaults = rows.flatMap(([, names = '', value]) =>
      value === undefined || names === '`DATABASE_CONNECTIONS`' ? [] : [[names.slice(1, -1), value]],
    );
    expect(defaults.length).toBeGreaterThan(7);
    // The settings of backups take effect with it alone.
    const given = { BACKUP_FOLDER: '/backups' };
    const config = readConfig({ ...Object.fromEntries(defaults), ...given });
    expect({ ...config, dataDirGiven: false }).toEqual(readConfig(given));
  });
});

describe('commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const help = (...args: string[]) =>
    execFileSync(process.execPath, ['server/admin.ts', ...args, '--help'], { cwd: root, encoding: 'utf8' });
  const named = pages.filter((page) => page !== 'CHANGELOG.md').flatMap(commandsOf);
  const adminCommands = named.flatMap(({ text, place }) => {
    const [, name, rest = ''] =
      /^(?:npm run|lead-manager) admin (?:-- )?([a-z][a-z\d-]*)(.*)$/.exec(text) ?? [];
    return name === undefined ? [] : [{ name, options: rest.match(/--[a-z-]+/g) ?? [], place }];
  });

  test('every npm script exists', () => {
    const used = named.flatMap(({ text, place }) => {
      const [, run, plain] = /^npm (?:run ([\w:]+)|(start|test))\b/.exec(text) ?? [];
      const script = run ?? plain;
      return script === undefined || script in scripts ? [] : [`${place} ${script}`];
    });
    expect(named.length).toBeGreaterThan(50);
    expect(used).toEqual([]);
  });

  test('every filter of npm test and every name of npm run bench and npm run gallery fits something', () => {
    const tests = globSync('{contract,packages,server,web,scripts,tests}/**/*.{test.ts,test.tsx,e2e.ts}', {
      cwd: root,
      exclude,
    });
    const scenes = [...SCREENS, ...DIALOGS].map(({ name }) => name);
    const fits: Record<string, (name: string) => boolean> = {
      test: (name) => tests.some((path) => path.includes(name)),
      'run bench': (name) =>
        /^\d+$/.test(name) || globSync(`{bench,packages/*/bench}/${name}.ts`, { cwd: root }).length > 0,
      'run gallery': (name) => scenes.includes(name),
    };
    const wrong = named.flatMap(({ text, place }) => {
      const [, script = '', names = ''] =
        /^npm (test|run bench|run gallery) -- ([\w/.\- ]+)/.exec(text) ?? [];
      // The announcements of CONTRIBUTING.md are an example of something new.
      const given = names.split(' ').filter((name) => /^\w/.test(name) && !name.includes('announcements'));
      return given.filter((name) => !fits[script]?.(name)).map((name) => `${place} ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every program of scripts/ exists', () => {
    const missing = named.flatMap(({ text, place }) => {
      const path = /^node (scripts\/\S+\.mjs)/.exec(text)?.[1];
      return path === undefined || existsSync(join(root, path)) ? [] : [`${place} ${path}`];
    });
    expect(missing).toEqual([]);
  });

  test('every command of npm run admin exists and takes the options it is given, and every one is described', () => {
    const listed = [...help().matchAll(/^ {2}([a-z][a-z\d-]+)/gm)].map(([, name = '']) => name);
    expect(listed.length).toBeGreaterThan(6);
    const described = new Set(adminCommands.map(({ name }) => name));
    expect([...described].sort()).toEqual(listed.sort());
    const options = new Map<string, string>();
    const wrong = adminCommands.flatMap(({ name, options: given, place }) => {
      if (given.length > 0 && !options.has(name)) options.set(name, help(name));
      return given
        .filter((option) => !options.get(name)?.includes(option))
        .map((option) => `${place} ${option}`);
    });
    expect(options.size).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

/** Returns the commands of a page: the lines of its code, and the code in its lines. */
function commandsOf(page: string): { text: string; place: string }[] {
  const markdown = read(page);
  const lines = codeBlocks(markdown).flatMap(({ text, line }) =>
    text.split('\n').map((command, at) => ({ text: command, place: `${page}:${line + at}` })),
  );
  const spans = markdown
    .split('\n')
    .flatMap((text, at) =>
      [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => ({ text: span, place: `${page}:${at + 1}` })),
    );
  return [...lines, ...spans]
    .flatMap(({ text, place }) => text.split('&&').map((part) => ({ text: part.trim(), place })))
    .filter(({ text }) => /^(?:npm|node|lead-manager) /.test(text));
}
