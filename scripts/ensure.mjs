import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { missingPackages } from './installed.mjs';
import { CommandError, hashOf, readStamp, root, writeStamp } from './project.mjs';

const neededMajor = 24;
/** Lies in the build itself, so that the two are emptied, deleted and copied together. */
const buildStamp = 'web/dist/.built-from';

/** Runs npm: the one that runs this program where there is one, because another on the PATH may be older or missing. */
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
    return "npm wasn't found; install Node.js together with npm and try again.";
  }
  if (
    /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/.test(text)
  ) {
    return "The npm registry can't be reached, and the packages aren't installed yet; check the network and try again.";
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(text)) {
    return `The packages can't be installed: this user may not write to ${root}.`;
  }
  return `The packages couldn't be installed:\n${text.trim()}`;
}

function readJson(name) {
  const path = join(root, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * Runs `npm ci` unless every package of the lockfile is installed, whoever installed it. Without `dev`, the packages that
 * only building and testing need may be missing.
 */
export function ensureInstalled({ dev = true } = {}) {
  const installed = readJson('node_modules/.package-lock.json');
  const { platform, arch } = process;
  if (missingPackages(readJson('package-lock.json'), installed, { dev, platform, arch }).length === 0) {
    return;
  }
  // On stderr: the output of some commands is read by programs.
  console.error('Installing packages…');
  // An older Node.js than the packages ask for does not matter: they run under the one that is installed with them.
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
}

function packagedNode() {
  return join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
}

/** Links the program of the optional Node.js package, as older npm versions do not. */
function linkRuntime() {
  const link = join(root, 'node_modules/.bin/node');
  if (existsSync(packagedNode()) && !existsSync(link)) {
    symlinkSync(relative(join(root, 'node_modules/.bin'), packagedNode()), link);
  }
}

/** Returns the Node.js program to run the project with: the current one when it is new enough, else the packaged one. */
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

function hashOfSources() {
  const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json'];
  return hashOf(sources, { skipped: [join('web', 'dist')] });
}

/** Tells whether the web app was built from the sources as they are now. */
export function isBuilt() {
  return readStamp(buildStamp) === hashOfSources();
}

/** Builds the web app. Needs the development packages and the suitable Node.js. */
export function buildWeb() {
  const hash = hashOfSources();
  console.error('Building the web app…');
  // In a process of its own, so that the bundler's memory is free before the server starts.
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const result = spawnSync(suitableNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) {
    throw new CommandError("The web app couldn't be built.");
  }
  writeStamp(buildStamp, hash);
}

/** Builds the web app when its sources have changed since the last build. */
export function ensureBuilt() {
  if (!isBuilt()) {
    ensureInstalled();
    buildWeb();
  }
}
