import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest';
import { type Client, clientOf, PASSWORD } from './client.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { cloneDatabase } from './template.ts';

export interface StartedServer {
  server: ServerProcess;
  url: string;
  /** Signed in as the administrator. */
  client: Client;
}

export interface KillStage {
  /** Connection of the database's owner. */
  readonly owner: pg.Client;
  /** Environment of the servers started next. */
  readonly settings: Record<string, string>;
  start(): Promise<StartedServer>;
}

/** Gives each test of a file a database and servers of its own as processes, which are killed after it. */
export function setKillStage(): KillStage {
  let owner: pg.Client;
  let settings: Record<string, string>;
  const running: ServerProcess[] = [];

  beforeEach(async () => {
    const urls = await cloneDatabase(inject('databaseUrl'));
    settings = { DATABASE_URL: urls.owner, ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD };
    owner = new pg.Client({ connectionString: urls.owner });
    await owner.connect();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
    await owner.end();
  });
  afterAll(() => expect(running).toEqual([]));

  return {
    get owner() {
      return owner;
    },
    get settings() {
      return settings;
    },
    async start() {
      const server = startServer(settings);
      running.push(server);
      const url = await server.ready();
      const client = clientOf(url);
      expect((await client.post('/api/login', { username: 'ada', password: PASSWORD })).status).toBe(200);
      return { server, url, client };
    },
  };
}
