import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../packages/embedded-postgres/embedded-postgres.ts';
import { commandOf, copyOf, environmentOf, isSentBy, readDockerfile, textOf } from './dockerfile.mjs';
import { root } from './project.mjs';

// node scripts/prove-dockerfile.mjs: runs every step of the Dockerfile without Docker, as root on Debian 12, whose files stand
// in for those of the Debian images. The build runs in a clean folder with an empty npm cache. Both images then start
// without a network and as their user, in a root that is read-only but for /data and /tmp, and must pass their health check.
// The server's image has nothing but /image and the C and C++ libraries, as distroless has.

/** Bytes that the image without a database may have. */
const MAX_BYTES = 250_000_000;
/** Bytes of gcr.io/distroless/cc-debian12, uncompressed. */
const DISTROLESS_BYTES = 24_000_000;
const LIBRARIES = 'libc. libm. libdl. librt. libpthread. libgcc_s. libstdc++. libresolv. libnss_ ld-linux-';

const stages = readDockerfile(join(root, 'Dockerfile'));
const work = mkdtempSync(join(tmpdir(), 'prove-dockerfile-'));
chmodSync(work, 0o755);
const context = join(work, 'context');
const database = await startEmbedded({ dataDir: join(work, 'database') });
// Without a network the image reaches it by its socket, in a folder that nobody else may enter.
const sockets = new URL(database.url).searchParams.get('host');
chmodSync(sockets, 0o755);
try {
  copyContext();
  writeFileSync(join(work, 'prove.sh'), program());
  // The mounts end with their namespace.
  const script = ['bash', '-euo', 'pipefail', join(work, 'prove.sh')];
  execFileSync('unshare', ['--mount', '--propagation', 'private', ...script], { stdio: 'inherit' });
} finally {
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

/** Copies the files of the checkout that Docker would be sent. */
function copyContext() {
  mkdirSync(context);
  const git = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).split('\n');
  const isSent = isSentBy(readFileSync(join(root, '.dockerignore'), 'utf8'));
  execFileSync('cp', ['--parents', ...files.filter((name) => name !== '' && isSent(name)), context], {
    cwd: root,
  });
}

function program() {
  return `
say() { echo "prove-dockerfile: $*"; }
devices() { mkdir -p $1/proc $1/dev; mount --rbind /proc $1/proc; mount --rbind /dev $1/dev; }
debian() {
  mkdir -p $1.changes $1.work $1
  mount -t overlay overlay -o lowerdir=/,upperdir=$1.changes,workdir=$1.work $1
  devices $1
}
distroless() {
  mkdir -p $1/lib/x86_64-linux-gnu $1/lib64 $1/usr/lib $1/etc
  ln -s /lib/x86_64-linux-gnu $1/usr/lib/x86_64-linux-gnu
  for name in ${LIBRARIES}; do cp -L /lib/x86_64-linux-gnu/$name* $1/lib/x86_64-linux-gnu/; done
  cp -L /lib64/ld-linux-x86-64.so.2 $1/lib64/
  echo 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin' > $1/etc/passwd
  devices $1
}
mount -t tmpfs -o mode=755 tmpfs /mnt
export PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin npm_config_cache=/npm-cache

debian /mnt/build
cp ${process.execPath} /mnt/build/usr/local/bin/node
${stepsOf('build')}

distroless /mnt/server
before=$(du -sbx /mnt/server | cut -f1)
${stepsOf('server')}
bytes=$(( $(du -sbx /mnt/server | cut -f1) - before + ${DISTROLESS_BYTES} ))
say "the server's image has $(( bytes / 1000000 )) MB"
[ $bytes -le ${MAX_BYTES} ]
${startOf('server', { DATABASE_URL: database.url })}

debian /mnt/embedded
${stepsOf('embedded')}
${startOf('embedded')}
say OK
`;
}

function stepsOf(stage) {
  return `at=/\n${stages
    .get(stage)
    .steps.map((step) => stepOf(stage, step))
    .join('\n')}`;
}

/** Returns the commands that carry out a step of the build in the root folder of its stage. */
function stepOf(stage, { name, text }) {
  const folder = `/mnt/${stage}`;
  if (name === 'WORKDIR') return `at=${text}; mkdir -p ${folder}$at`;
  if (name === 'RUN') return `say "${stage}: RUN"; unshare --root=${folder} --wd=$at sh -exc ${quote(text)}`;
  if (name !== 'COPY') return '';
  const { from, sources, target } = copyOf(text);
  const base = from === undefined ? context : `/mnt/${from}`;
  const to = target.startsWith('/') ? `${folder}${target}` : `${folder}$at/${target}`;
  // COPY takes the contents of a folder, not the folder.
  const copied = sources.map(
    (source) =>
      `if [ -d ${base}/${source} ]; then mkdir -p ${to}; cp -a ${base}/${source}/. ${to}; else cp -a ${base}/${source} ${to}; fi`,
  );
  return copied.join('\n');
}

/** Returns the commands that start an image as `docker run --read-only --network none` does, and wait for its health check. */
function startOf(stage, settings = {}) {
  const description = stages.get(stage);
  const folder = `/mnt/${stage}.image`;
  const env = { ...environmentOf(description), ...settings, PATH: '/usr/local/bin:/usr/bin:/bin' };
  const user = textOf(description, 'USER');
  const inImage = [
    ...['env', '-i', ...Object.entries(env).map(([key, value]) => quote(`${key}=${value}`))],
    ...['/usr/bin/unshare', `--root=${folder}`, `--wd=${textOf(description, 'WORKDIR')}`],
    ...[`--setgid=${user}`, `--setuid=${user}`],
  ].join(' ');
  const commandIn = (instruction) => commandOf(textOf(description, instruction)).map(quote).join(' ');
  const run = `
ip link set lo up
${inImage} ${commandIn('CMD')} & server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for second in $(seq 90); do
  kill -0 $server
  if ${inImage} ${commandIn('HEALTHCHECK')}; then healthy=yes; break; fi
  sleep 1
done
[ "$healthy" = yes ]
${inImage} node scripts/lead-manager.mjs --version
kill $server; wait $server`;
  return `
mkdir -p ${folder} /mnt/${stage}/tmp
mount --rbind /mnt/${stage} ${folder}
mount -o remount,bind,ro ${folder}
mount -t tmpfs -o mode=1777 tmpfs ${folder}/tmp
mount --bind /mnt/${stage}/data ${folder}/data
${settings.DATABASE_URL === undefined ? '' : `mkdir -p ${folder}${sockets}; mount --bind ${sockets} ${folder}${sockets}`}
say "${stage}: starts without a network"
unshare --net bash -euc ${quote(run)}
`;
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
