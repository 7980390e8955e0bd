import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { TenantTransaction } from '../db/scope.ts';

/** The one channel on which committed changes are told. */
const CHANNEL = 'lead_manager';
const RECONNECT_MS = 1_000;

/** What of an organization changed; of an import it is said which one. */
export type Change =
  | { type: 'leads' }
  | { type: 'fields' }
  | { type: 'tokens' }
  | { type: 'audit' }
  | { type: 'imports'; importId: string };

/** What a listener hears: a change, or, with `hello`, that changes may have been missed. */
export type Word = Exclude<Change, { type: 'tokens' | 'audit' }> | { type: 'hello' };

/** Word of what was committed anywhere: in this process, in a thread, in another server. */
export interface Notices {
  /** Resolves when something of this import was committed, or after `ms` milliseconds. */
  importMoved(importId: string, ms: number): Promise<void>;
  /** Calls `listener` at each change of the organization until the function it returns is called. */
  onChange(organizationId: string, listener: (word: Word) => void): () => void;
  /** Calls `listener` with the organization whose leads changed, whichever it is. */
  onLeadsChanged(listener: (organizationId: string) => void): () => void;
  /** Calls `listener` with the organization whose custom fields changed, whichever it is. */
  onFieldsChanged(listener: (organizationId: string) => void): () => void;
  /** Calls `listener` when a token or an allow-list changed somewhere, or may have. */
  onTokensChanged(listener: () => void): () => void;
  /** Calls `listener` when entries of the audit trail were written somewhere, or may have been. */
  onAuditWritten(listener: () => void): () => void;
  /**
   * Resolves when every change that was committed before this call has been told to the listeners, with the number of
   * the connection that told them: between two connections changes may have been missed.
   * @throws while there is no connection
   */
  caughtUp(): Promise<number>;
  close(): Promise<void>;
}

/** Tells of changes once this transaction is committed; the same change told twice in it is told once. */
export async function tellChanges(tx: TenantTransaction, ...changes: Change[]): Promise<void> {
  const payloads = changes.map((change) => noticeOf(tx.organizationId, change).payload);
  await tx.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [CHANNEL, payloads]);
}

/** What pg_notify is given for a change, for a statement that tells it together with other things. */
export function noticeOf(organizationId: string, change: Change): { channel: string; payload: string } {
  return { channel: CHANNEL, payload: `org:${organizationId}:${textOf(change)}` };
}

/** Listens on a connection of its own, and again after that is lost; meanwhile waits simply run out. */
export async function listenForNotices(url: string): Promise<Notices> {
  const events = new EventEmitter().setMaxListeners(0);
  let closed = false;
  let connection = 1;
  let client = await connect(url, events);
  const reconnect = async (): Promise<void> => {
    while (!closed) {
      try {
        client = await connect(url, events);
        connection++;
        client.once('error', onLost);
        events.emit('tokens');
        events.emit('audit');
        for (const name of events.eventNames()) {
          if (String(name).startsWith('org:')) events.emit(name, { type: 'hello' });
        }
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
    onChange: (organizationId, listener) => listen(events, `org:${organizationId}`, listener),
    onLeadsChanged: (listener) => listen(events, 'leads', listener),
    onFieldsChanged: (listener) => listen(events, 'fields', listener),
    onTokensChanged: (listener) => listen(events, 'tokens', listener),
    onAuditWritten: (listener) => listen(events, 'audit', listener),
    caughtUp: async () => {
      const asked = connection;
      // Word comes in the order of commits: with this one everything before it has come.
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, 'caught up']);
      return asked;
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
    if (payload !== undefined) emit(events, payload);
  });
  await client.query(`LISTEN ${CHANNEL}`);
  return client;
}

function emit(events: EventEmitter, payload: string): void {
  const [kind = '', organizationId = '', type = '', importId = ''] = payload.split(':');
  if (kind !== 'org') return;
  if (type === 'leads') events.emit('leads', organizationId);
  if (type === 'fields') events.emit('fields', organizationId);
  if (type === 'tokens') events.emit('tokens');
  // Changes of leads are audited in the same statement.
  if (type === 'audit' || type === 'leads') events.emit('audit');
  if (type === 'leads' || type === 'fields') events.emit(`org:${organizationId}`, { type });
  if (type !== 'imports') return;
  events.emit(`import:${importId}`);
  events.emit(`org:${organizationId}`, { type, importId });
}

function listen<T>(events: EventEmitter, name: string, listener: (told: T) => void): () => void {
  events.on(name, listener);
  return () => {
    events.off(name, listener);
  };
}

function textOf(change: Change): string {
  return change.type === 'imports' ? `imports:${change.importId}` : change.type;
}
