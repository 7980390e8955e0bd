import type { BulkOperation } from '#contract/bulk.ts';
import type { Client } from '#tests/support/client.ts';
import type { Running, TryEnvironment } from './place.ts';
import { type BegunWork, countFaults, expectEqual, importForWork, untilThere, type Work } from './work.ts';

const STATUS = 'contacted';
const CHANGE = { selection: { filter: {} }, action: { type: 'status', status: STATUS } };

/** The status of all leads set in one operation. */
export const bulkChange: Work = {
  name: 'bulk change',
  prepare: (_place, client, leads) => importForWork(client, leads),
  begin: async (place, { client }, leads) => {
    const post = (by: Client) => by.post<BulkOperation>('/api/leads/bulk', CHANGE);
    const verify = (row: OperationRow) => verifyStatus({ place, leads, number: 1, status: STATUS }, row);
    return startedOperation(place, client, { number: 1, leads, post, verify });
  },
};

/** An operation on all leads taken back. */
export const bulkUndo: Work = {
  name: 'undo',
  prepare: async (place, client, leads) => {
    await importForWork(client, leads);
    await client.post('/api/leads/bulk', CHANGE);
    await untilThere('end of the change', async () => ended(await operationOf(place, 1)));
  },
  begin: async (place, { client }, leads) => {
    const [before] = await place.ask<{ status: string }>(
      "SELECT changes -> 'status' ->> 0 AS status FROM lead_events WHERE kind = 'bulk' OR changes ? 'status' LIMIT 1",
    );
    const changed = await operationOf(place, 1);
    const post = (by: Client) => by.post<BulkOperation>(`/api/leads/bulk/${changed?.id}/undo`);
    const status = before?.status ?? 'new';
    const verify = (row: OperationRow) => verifyStatus({ place, leads, number: 2, status }, row);
    return startedOperation(place, client, { number: 2, leads, post, verify });
  },
};

export interface OperationRow {
  id: string;
  status: string;
  total: number;
  done: number;
  changed: number;
}

interface BegunOperation {
  /** Number of the operation in the database. */
  number: number;
  leads: number;
  /** Starts the operation. */
  post(client: Client): Promise<unknown>;
  /** Returns one line for each fault in what the operation left. */
  verify(row: OperationRow, client: Client): Promise<string[]>;
}

/** Begins an operation on all leads, again if the fault kept it from beginning. */
export function startedOperation(
  place: TryEnvironment,
  by: Client,
  { number, leads, post, verify }: BegunOperation,
): BegunWork {
  void post(by).catch(() => undefined);
  return {
    state: async () => {
      const row = await operationOf(place, number).catch(() => null);
      if (row === null) return { text: 'before it began', isOver: false };
      return { text: `${row.done} leads in`, isOver: row.status !== 'processing' };
    },
    finish: async ({ client }: Running) => {
      await untilThere('operation', async () => {
        if ((await operationOf(place, number)) === null) await post(client);
        return operationOf(place, number);
      });
      return (await untilThere('end of the operation', async () => ended(await operationOf(place, number))))
        .status;
    },
    verify: async ({ client }) => {
      const row = await operationOf(place, number);
      if (row?.status !== 'completed') return [`the operation is ${row?.status}`];
      return [...(await verify(row, client)), ...(await countFaults(place, client, leads))];
    },
  };
}

/** Expected outcome of a change of all statuses. */
interface Expected {
  place: TryEnvironment;
  leads: number;
  /** Number of the operation in the database. */
  number: number;
  /** Status of the leads after it. */
  status: string;
}

async function verifyStatus(
  { place, leads, number, status }: Expected,
  row: OperationRow,
): Promise<string[]> {
  const [count] = await place.ask<{ leads: number; events: number; changed: number; again: number }>(
    `SELECT (SELECT count(*)::int FROM leads WHERE status = $1 AND deleted_at IS NULL) AS leads,
       count(*)::int AS events, count(DISTINCT lead_id)::int AS changed,
       (SELECT count(*)::int FROM bulk_operations WHERE changed > 0) - $3 AS again
     FROM lead_events WHERE operation_id = $2`,
    [status, row.id, number],
  );
  return [
    ...expectEqual('leads counted as changed', row.changed, leads),
    ...expectEqual(`leads with the status ${status}`, count?.leads, leads),
    ...expectEqual('changes in the timelines', count?.events, leads),
    ...expectEqual('leads with a change', count?.changed, leads),
    ...expectEqual('operations that changed leads again', count?.again, 0),
  ];
}

/** Returns operation number `number` of the database, or null. */
async function operationOf(place: TryEnvironment, number: number): Promise<OperationRow | null> {
  const rows = await place.ask<OperationRow>(
    'SELECT id, status, total, done, changed FROM bulk_operations ORDER BY id OFFSET $1 LIMIT 1',
    [number - 1],
  );
  return rows[0] ?? null;
}

function ended(row: OperationRow | null): OperationRow | null {
  return row !== null && row.status !== 'processing' ? row : null;
}
