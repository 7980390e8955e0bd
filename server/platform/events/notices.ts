import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { ChangeEvent, LeadsEvent } from '#contract/events.ts';
import { withNameSuffix } from '../db/connection-name.ts';
import type { TenantTransaction } from '../db/scope.ts';

/** NOTIFY channel of committed changes. */
const CHANNEL = 'lead_manager';
const CAUGHT_UP = 'caught up';
const RECONNECT_MS = 1_000;

export type Change =
  | LeadsEvent
  | { type: 'fields' }
  | { type: 'drafts' }
  | { type: 'audit' }
  | { type: 'queue' }
  | { type: 'deliveries' }
  | { type: 'imports'; importId: string }
  | { type: 'grids'; uploadId: string };

/** Advisory locks of the listening connection, lost with it. */
export interface ServerLocks {
  /** Returns false if another server holds the lock. */
  take(name: string): Promise<boolean>;
  giveBack(name: string): Promise<void>;
}

export interface Notices {
  /** `ms`: maximum wait. */
  importMoved(importId: string, ms: number): Promise<void>;
  /** Returns a function that removes the listener. */
  onChange(organizationId: string, listener: (event: ChangeEvent) => void): () => void;
  onLeadsChanged(listener: (organizationId: string) => void): () => void;
  onFieldsChanged(listener: (organizationId: string) => void): () => void;
  onDeliveriesChanged(listener: (organizationId: string) => void): () => void;
  /** Called when audit entries were, or may have been, written. */
  onAuditWritten(listener: () => void): () => void;
  /**
   * Resolves once all earlier changes were delivered.
   * @returns the connection's number; changes between connections may be missed
   * @throws Error while disconnected
   */
  caughtUp(): Promise<number>;
  readonly locks: ServerLocks;
  close(): Promise<void>;
}

/** Sent on commit. */
export async function notifyChanges(tx: TenantTransaction, ...changes: Change[]): Promise<void> {
  const payloads = changes.map((change) => noticeOf(tx.organizationId, change).payload);
  await tx.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [CHANNEL, payloads]);
}

export function noticeOf(organizationId: string, change: Change): { channel: string; payload: string } {
  return { channel: CHANNEL, payload: JSON.stringify({ organizationId, ...change }) };
}

/** Waits time out during a reconnect. */
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
      // A timeout is a normal end.
      await once(events, `import:${importId}`, { signal: waiting }).catch(() => undefined);
    },
    onChange: (organizationId, listener) => addListener(events, `org:${organizationId}`, listener),
    onLeadsChanged: (listener) => addListener(events, 'leads', listener),
    onFieldsChanged: (listener) => addListener(events, 'fields', listener),
    onDeliveriesChanged: (listener) => addListener(events, 'deliveries', listener),
    onAuditWritten: (listener) => addListener(events, 'audit', listener),
    caughtUp: async () => {
      const asked = connection;
      // PostgreSQL delivers notifications in commit order.
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, CAUGHT_UP]);
      return asked;
    },
    locks: {
      take: async (name) => {
        const sql = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held';
        return (await client.query<{ held: boolean }>(sql, [name])).rows[0]?.held === true;
      },
      giveBack: async (name) => {
        await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
      },
    },
    close: async () => {
      closed = true;
      client.removeListener('error', onLost);
      await client.end();
    },
  };
}

async function connect(url: string, events: EventEmitter): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: withNameSuffix(url, ' notices') });
  await client.connect();
  // Without a listener, a loss would end the process.
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) emit(events, payload);
  });
  await client.query(`LISTEN ${CHANNEL}`);
  return client;
}

function emit(events: EventEmitter, payload: string): void {
  if (payload === CAUGHT_UP) return;
  const { organizationId, ...change }: Change & { organizationId: string } = JSON.parse(payload);
  const { type } = change;
  if (type === 'leads') events.emit('leads', organizationId);
  if (type === 'fields') events.emit('fields', organizationId);
  if (type === 'deliveries') events.emit('deliveries', organizationId);
  // The same statement audits lead changes.
  if (type === 'audit' || type === 'leads') events.emit('audit');
  if (type === 'imports') events.emit(`import:${change.importId}`);
  if (type !== 'audit') events.emit(`org:${organizationId}`, change);
}

function addListener<T>(events: EventEmitter, name: string, listener: (event: T) => void): () => void {
  events.on(name, listener);
  return () => {
    events.off(name, listener);
  };
}
