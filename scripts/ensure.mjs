import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CommandError, hashOf, readStamp, root, writeStamp } from './project.mjs';

const neededMajor = 24;
const installStamp = 'node_modules/.lead-manager-install';
const buildStamp = '.cache/web-build';

/** The npm that runs us when there is one, for another on the PATH may be older or none. */
function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  return spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function explainInstall(result) {
  const text = `${result.error?.message ?? ''}\n${result.stderr ?? ''}`;
  if (result.error?.code === 'ENOENT') {
    return 'npm was not found; install Node.js together with npm and try again.';
  }
  if (
    /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/.test(text)
  ) {
    return 'The npm registry can not be reached, and the packages are not installed yet; check the network and try again.';
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(text)) {
    return `The packages can not be installed: this user may not write to ${root}.`;
  }
  return `The packages could not be installed:\n${text.trim()}`;
}

/** Runs `npm ci` when the installed packages are not those of package.json and its lockfile. */
export function ensureInstalled() {
  const hash = hashOf(['package.json', 'package-lock.json', '.npmrc'], {
    facts: [process.platform, process.arch],
  });
  if (readStamp(installStamp) === hash) {
    return;
  }
  // What a script answers stands alone on its output.
  console.error('Installing packages…');
  // An older Node.js than the packages ask for is no matter: they run under the one they bring along.
  const result = npm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (result.status !== 0) {
    throw new CommandError(explainInstall(result));
  }
  linkRuntime();
  writeStamp(installStamp, hash);
}

function packagedNode() {
  return join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
}

/** Older npm versions leave out the link of an optional package's program. */
function linkRuntime() {
  const link = join(root, 'node_modules/.bin/node');
  if (existsSync(packagedNode()) && !existsSync(link)) {
    symlinkSync(relative(join(root, 'node_modules/.bin'), packagedNode()), link);
  }
}

/** The Node.js program to run the project with: the one running now when it is new enough, else the packaged one. */
export function suitableNode() {
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
    return process.execPath;
  }
  if (!existsSync(packagedNode())) {
    throw new CommandError(
      `Node.js ${neededMajor} or newer is needed; this is ${process.versions.node}, and none is packaged for ${process.platform}-${process.arch}.`,
    );
  }
  return packagedNode();
}

/** Builds the web app when anything it is made from has changed. Needs the suitable Node.js. */
export function ensureBuilt({ always = false } = {}) {
  const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json'];
  const hash = hashOf(sources, { skipped: [join('web', 'dist')] });
  if (!always && readStamp(buildStamp) === hash && existsSync(join(root, 'web/dist/index.html'))) {
    return;
  }
  console.error('Building the web app…');
  // A process of its own, so that the bundler's memory goes back to the system before the server starts.
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const result = spawnSync(suitableNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) {
    throw new CommandError('The web app could not be built.');
  }
  writeStamp(buildStamp, hash);
}
