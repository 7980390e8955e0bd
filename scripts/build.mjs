import { runCommand } from './command.mjs';
import { buildWeb } from './ensure.mjs';

/** Prepares the embedded PostgreSQL, unless the settings name another or this platform has none. */
async function preparePostgres() {
  const { readConfig } = await import('../server/platform/config.ts');
  const { dataFolder } = await import('../server/platform/data-folder.ts');
  const { EmbeddedDatabaseError, prepareEmbedded } = await import(
    '../packages/embedded-postgres/embedded-postgres.ts'
  );
  const config = readConfig();
  if (config.databaseUrl !== null) return;
  try {
    prepareEmbedded(dataFolder(config));
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError)) throw error;
    console.error(error.message);
  }
}

// npm run build: prepares everything that npm start needs, so that a start installs and builds nothing: the packages, the
// web app and the programs of the embedded PostgreSQL.
await runCommand(async () => {
  buildWeb();
  await preparePostgres();
});
