import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';

// A process of its own that holds an embedded server until it is killed; tests kill it in every way.
const dataDir = process.argv[2];
if (dataDir === undefined) {
  throw new Error('Give the data folder.');
}
const { url } = await startEmbedded({ dataDir, settings: { fsync: 'off', shared_buffers: '16MB' } });
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
