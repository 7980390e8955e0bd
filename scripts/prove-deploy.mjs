import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './project.mjs';
import { ADMIN, freePort, tryProxy } from './try-proxy.mjs';

// npm run prove:deploy: tries the examples of docs/deploy on this machine, as root, from an empty folder.
// - A copy of the checkout is built, loses the packages of development and starts as lead-manager.service says, without a
//   network: it needs neither registry nor compiler.
// - nginx and Caddy run with their files in front of it and must pass the checks of try-proxy.mjs.
// - systemd-analyze and promtool check their files, where they are installed.

const deploy = join(root, 'docs/deploy');
const work = mkdtempSync(join(tmpdir(), 'prove-deploy-'));
// The embedded PostgreSQL of root runs as another user.
chmodSync(work, 0o755);
const checkout = join(work, 'lead-manager');
const say = (text) => console.log(`prove-deploy: ${text}`);
const textOf = (name) => readFileSync(join(deploy, name), 'utf8');
const isInstalled = (program) => spawnSync('which', [program]).status === 0;
/** Programs that are to end with this one. */
const running = [];

try {
  checkFiles();
  build();
  await startWithoutNetwork();
  const port = await freePort();
  const server = startUnit({ PORT: String(port), TRUST_PROXY: 'loopback', ...ADMIN });
  await isReady(server, port);
  await throughNginx(port);
  await throughCaddy(port);
  await end(server);
  say('OK');
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
}

function checkFiles() {
  const checks = [
    ['systemd-analyze', 'verify', 'lead-manager.service'],
    ['promtool', 'check', 'config', '--syntax-only', 'prometheus.yaml'],
    ['promtool', 'check', 'rules', 'alerts.yaml'],
    ['promtool', 'test', 'rules', 'alerts.test.yaml'],
  ];
  for (const [program, ...args] of checks) {
    if (!isInstalled(program)) say(`${program} is not installed: ${args.at(-1)} is not checked`);
    else execFileSync(program, args, { cwd: deploy, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Builds a copy of the checkout, without what Git ignores, and takes the packages of development out of it. */
function build() {
  mkdirSync(checkout);
  const git = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  execFileSync('cp', ['--parents', ...files, checkout], { cwd: root });
  for (const args of [
    ['run', 'build'],
    ['ci', '--omit=dev'],
  ]) {
    say(`npm ${args.join(' ')}`);
    execFileSync('npm', args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Returns the settings and the command of the systemd unit. */
function readUnit() {
  const lines = textOf('lead-manager.service').split('\n');
  const valuesOf = (key) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const settings = valuesOf('Environment').flatMap((line) => line.split(' '));
  const [node, ...args] = valuesOf('ExecStart')[0].split(' ');
  return { env: Object.fromEntries(settings.map((pair) => pair.split(/=(.*)/))), node, args };
}

/** Starts the built copy as the unit does, with a data folder and a Node.js of this machine. */
function startUnit(settings, before = []) {
  const { env, args } = readUnit();
  const [program, ...rest] = [...before, process.execPath, ...args];
  return start(program, rest, {
    cwd: checkout,
    env: { PATH: process.env.PATH, ...env, DATA_DIR: join(work, 'data'), LOG_LEVEL: 'warn', ...settings },
  });
}

function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  running.push(child);
  return child;
}

async function end(child) {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Waits until a server or proxy answers on a port of this machine. */
async function isReady(child, port) {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { redirect: 'manual' }).catch(() => null);
    if (answer !== null && answer.status < 500) return;
    await wait(100);
  }
  throw new Error(`${child.spawnfile} does not answer`);
}

async function startWithoutNetwork() {
  say('starts without a network');
  const asked = join(checkout, 'scripts/healthcheck.mjs');
  const script = `ip link set lo up; "$@" & server=$!
    for second in $(seq 60); do
      kill -0 $server
      if ${process.execPath} ${asked}; then kill $server; wait $server; exit; fi
      sleep 1
    done
    exit 1`;
  const child = startUnit({}, ['unshare', '--net', 'bash', '-euc', script, 'start']);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Without a network it ended with ${code}`);
}

async function throughNginx(port) {
  if (!isInstalled('nginx')) return say('nginx is not installed: nginx.conf is not tried');
  const certificate = [join(work, 'site.crt'), join(work, 'site.key')];
  const subject = ['-subj', '/CN=leads.example.com', '-days', '2', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', ...subject].concat([
      ...['-out', certificate[0], '-keyout', certificate[1]],
    ]),
    { stdio: 'ignore' },
  );
  const [plain, tls] = [await freePort(), await freePort()];
  const replaced = textOf('nginx.conf')
    .replaceAll('/etc/ssl/leads.example.com.crt', certificate[0])
    .replaceAll('/etc/ssl/leads.example.com.key', certificate[1])
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${plain};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${tls} `);
  const config = join(work, 'nginx.conf');
  const main = `daemon off; pid ${work}/nginx.pid; error_log stderr warn; user root; events {}`;
  writeFileSync(config, `${main}\nhttp { access_log off;\n${replaced}\n}\n`);
  const proxy = start('nginx', ['-c', config, '-p', work]);
  await isReady(proxy, plain);
  await tryProxy({ say, name: 'nginx', host: 'leads.example.com', tls, plain });
  await end(proxy);
}

async function throughCaddy(port) {
  if (!isInstalled('caddy')) return say('caddy is not installed: Caddyfile is not tried');
  const [plain, tls] = [await freePort(), await freePort()];
  // A certificate of Caddy's own authority, which it gives to localhost; nobody has to trust it here.
  const options = `{\n admin off\n skip_install_trust\n http_port ${plain}\n https_port ${tls}\n}\n`;
  const config = join(work, 'Caddyfile');
  writeFileSync(config, `${options}import ${join(deploy, 'Caddyfile')}\n`);
  const env = { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work };
  Object.assign(env, { SITE: 'localhost', SERVERS: `127.0.0.1:${port}` });
  const args = ['run', '--config', config, '--adapter', 'caddyfile'];
  const proxy = start('caddy', args, { env, stdio: 'ignore' });
  await isReady(proxy, plain);
  await tryProxy({ say, name: 'Caddy', host: 'localhost', tls, plain });
  await end(proxy);
}
