import { EventEmitter, once } from 'node:events';
import pg from 'pg';

/** The one channel on which committed changes are told. */
export const CHANNEL = 'lead_manager';
const RECONNECT_MS = 1_000;

/** Word of what was committed anywhere: in this process, in a thread, in another server. */
export interface Notices {
  /** Resolves when something of this import was committed, or after `ms` milliseconds. */
  importMoved(importId: string, ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a connection of its own, and again after that is lost; meanwhile waits simply run out. */
export async function listenForNotices(url: string): Promise<Notices> {
  const events = new EventEmitter().setMaxListeners(0);
  let closed = false;
  let client = await connect(url, events);
  const reconnect = async (): Promise<void> => {
    while (!closed) {
      try {
        client = await connect(url, events);
        client.once('error', onLost);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      }
    }
  };
  const onLost = (): void => {
    if (!closed) void reconnect();
  };
  client.once('error', onLost);
  return {
    importMoved: async (importId, ms) => {
      const waiting = AbortSignal.timeout(ms);
      // Running out of time is the ordinary end of a wait.
      await once(events, `import:${importId}`, { signal: waiting }).catch(() => undefined);
    },
    close: async () => {
      closed = true;
      client.removeListener('error', onLost);
      await client.end();
    },
  };
}

async function connect(url: string, events: EventEmitter): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'lead-manager notices' });
  await client.connect();
  // Whoever holds the client decides what a loss means; without any listener it would end the process.
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) events.emit(payload);
  });
  await client.query(`LISTEN ${CHANNEL}`);
  return client;
}
