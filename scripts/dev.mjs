import { join, relative } from 'node:path';
import { runCommand } from './command.mjs';
import { reloadingServer } from './dev/reloading-server.mjs';
import { startDevServer } from './dev/server-process.mjs';
import { watchFolders } from './dev/watch-folders.mjs';
import { CommandError, root } from './project.mjs';

/** A change of a source below these folders starts the server again. */
const SERVER_FOLDERS = ['contract', 'packages', 'server'].map((name) => join(root, name));
const SERVER_SOURCE = /(?<!\.test)\.(?:ts|sql|json)$/;
/** npm repeats the terminal's Ctrl-C: another one within this time is the same (milliseconds). */
const SAME_SIGNAL_MS = 500;
const FORCED = 130;

/** Stops the parts that were started, in order; called in the reverse order. */
const started = [];

async function stopAll() {
  for (const stop of started.splice(0).reverse()) await stop();
}

/** Stops everything on the first signal, and ends at once on a second one. */
function stopOnSignals(starting) {
  let since;
  const onSignal = async () => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(FORCED);
      return;
    }
    since = performance.now();
    await starting.catch(() => {});
    await stopAll();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
}

/** Returns the environment of the server: it listens behind the web address and uses the database that outlives it. */
async function serverEnvironment(config) {
  const { dataFolder } = await import('../server/platform/data-folder.ts');
  const { startEmbedded } = await import('../packages/embedded-postgres/embedded-postgres.ts');
  const dataDir = dataFolder(config);
  let { databaseUrl } = config;
  if (databaseUrl === null) {
    const embedded = await startEmbedded({ dataDir });
    started.push(embedded.stop);
    databaseUrl = embedded.url;
  }
  return {
    // A line for each request would hide what matters.
    LOG_LEVEL: 'warn',
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  };
}

function startReloadingServer(env, address) {
  let launches = 0;
  return reloadingServer(() => {
    const since = performance.now();
    launches += 1;
    const launch = launches;
    return startDevServer(env, {
      onServing: async () => {
        if (launch > 1) console.log(`Server started again in ${Math.round(performance.now() - since)} ms`);
        else console.log(`Lead Manager is ready: ${await address}`);
      },
      onEnd: () => console.error('The server ended. It starts again at the next change.'),
    });
  });
}

function reloadOnChange(server) {
  let named = false;
  return watchFolders(SERVER_FOLDERS, (path) => {
    if (!SERVER_SOURCE.test(path)) return;
    // One save is several events.
    if (!named) console.log(`${relative(root, path)} changed`);
    named = true;
    server.reload().then(() => {
      named = false;
    });
  });
}

async function start() {
  const { readConfig } = await import('../server/platform/config.ts');
  const { serveDevelopment } = await import('./dev/web.mjs');
  const config = readConfig();
  const env = await serverEnvironment(config);
  const listening = Promise.withResolvers();
  const server = startReloadingServer(env, listening.promise);
  started.push(server.stop);
  const stopWatching = reloadOnChange(server);
  started.push(stopWatching);
  const vite = await serveDevelopment(server, config);
  started.push(() => vite.close());
  listening.resolve(`http://${config.host}:${vite.httpServer.address().port}`);
}

/** Tells whether an error's message is all that the user needs. */
async function isPlain(error) {
  const { ConfigError } = await import('../server/platform/config.ts');
  const { EmbeddedDatabaseError } = await import('../packages/embedded-postgres/embedded-postgres.ts');
  return error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
}

// npm run dev: one address with the web app in hot module replacement and the server, which starts again after each change
// of its sources. The embedded PostgreSQL keeps running meanwhile.
await runCommand(async () => {
  const starting = start();
  stopOnSignals(starting);
  try {
    await starting;
  } catch (error) {
    await stopAll();
    throw (await isPlain(error)) ? new CommandError(error.message) : error;
  }
});
