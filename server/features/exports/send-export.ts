import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { to as copyTo } from 'pg-copy-streams';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { organizationScope, type TenantTransaction } from '../../platform/db/scope.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { attachment, type Downloads } from '../../platform/http/downloads.ts';
import { spendGrant } from '../../platform/security/export-grants.ts';
import { CONTENT_TYPES, type ExportFile, exportFile } from './export-file.ts';
import { beginSnapshot, cancelReading, copyStatement } from './lead-rows-reads.ts';
import type { ExportPlan } from './plan-export.ts';

const MAX_BUFFERED_BYTES = 256 * 1024;

interface Download {
  /** Aborts if the client leaves early or is dropped. */
  signal: AbortSignal;
  body: PassThrough;
  /** Rejects once the client is gone. */
  write(bytes: Buffer): Promise<void>;
}

function downloadTo(reply: FastifyReply): Download {
  const body = new PassThrough({ highWaterMark: MAX_BUFFERED_BYTES });
  const gone = new AbortController();
  // The response reports success or failure.
  body.on('error', () => undefined);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away'));
  });
  return {
    signal: gone.signal,
    body,
    write: async (bytes) => {
      gone.signal.throwIfAborted();
      if (body.write(bytes)) return;
      await once(body, 'drain', { signal: gone.signal });
    },
  };
}

const ASCII = /^[\w.-]+$/;

/**
 * Sends planned leads from one snapshot at the client's pace, holding a connection.
 * @param plan runs in that snapshot
 * @throws HttpError forbidden without a required grant, and errors of `plan`, before anything is sent
 */
export async function sendExport(
  context: Context,
  downloads: Downloads,
  caller: Caller,
  plan: (tx: TenantTransaction) => Promise<ExportPlan>,
): Promise<void> {
  const { organizationId, id } = caller.account;
  try {
    await organizationScope(context.db.app, organizationId, null, id).transaction(async (tx) => {
      const pid = await beginSnapshot(tx);
      await sendPlanned(tx, context, downloads, { caller, pid, plan: await plan(tx) });
    });
  } catch (err) {
    if (!caller.reply.sent && !caller.reply.raw.headersSent) throw err;
    // The response has started, so errors can't be reported.
    context.log.warn({ err }, 'an export failed');
  }
}

async function sendPlanned(
  tx: TenantTransaction,
  context: Context,
  downloads: Downloads,
  { caller, pid, plan }: { caller: Caller; pid: number; plan: ExportPlan },
): Promise<void> {
  const download = downloadTo(caller.reply);
  const { format, columns, filename, details } = plan;
  const file = exportFile(format, columns, download.write);
  const statement = copyStatement(columns, plan, file.copyFormat);
  const answer = async (): Promise<void> => {
    await begin(caller, filename, details);
    caller.reply
      .header('x-total-count', plan.total)
      .header('x-exported-count', plan.rows)
      .header('x-suppressed-count', plan.suppressed)
      .headers(plan.noConsent === null ? {} : { 'x-no-consent-count': plan.noConsent })
      .header(
        'content-disposition',
        ASCII.test(filename) ? `attachment; filename="${filename}"` : attachment(filename),
      )
      .type(CONTENT_TYPES[format]);
    downloads.send(caller.reply, download.body);
  };
  const sent = await send(tx, context, { download, file, statement, pid, answer });
  if (!sent) await noteCancelled(caller, filename, details);
}

type Details = Record<string, string | number>;

/** Spends the grant and writes the audit entry atomically. */
function begin({ account, origin, scope }: Caller, filename: string, details: Details): Promise<void> {
  return scope.transaction(async (tx) => {
    await spendGrant(tx, account);
    await writeAudit(tx, { action: 'export_leads', actor: account, origin, resource: filename, details });
  });
}

/** The audit trail is append-only. */
function noteCancelled(
  { account, origin, scope }: Caller,
  filename: string,
  details: Details,
): Promise<void> {
  // The caller may have lost access meanwhile.
  return scope.unchecked.transaction((tx) =>
    writeAudit(tx, {
      action: 'export_leads',
      actor: account,
      origin,
      resource: filename,
      details: { ...details, cancelled: true },
    }),
  );
}

interface Sending {
  download: Download;
  file: ExportFile;
  statement: string;
  pid: number;
  answer(): Promise<void>;
}

/**
 * Returns false if the client left early. The grant is spent once the database reads; later failures break off
 * the download detectably.
 * @throws errors of the statement or `answer` before anything is sent
 */
async function send(
  tx: TenantTransaction,
  context: Context,
  { download, file, statement, pid, answer }: Sending,
): Promise<boolean> {
  let cancelling: Promise<void> | undefined;
  const cancel = (): void => {
    cancelling ??= cancelReading(context.db.app, pid).catch((err: unknown) =>
      context.log.warn({ err }, "an export couldn't be canceled"),
    );
  };
  let begun = false;
  const beginOnce = async (): Promise<void> => {
    if (begun) return;
    await answer();
    begun = true;
    await file.begin();
  };
  download.signal.addEventListener('abort', cancel, { once: true });
  try {
    const take = async (bytes: Buffer): Promise<void> => {
      download.signal.throwIfAborted();
      await beginOnce();
      await file.push(bytes);
    };
    await readCopy(tx, statement, { take, cancel });
    await beginOnce();
    await file.finish();
    download.body.end();
    return true;
  } catch (err) {
    file.destroy();
    if (!begun) throw download.signal.aborted ? new DOMException('The client went away', 'AbortError') : err;
    if (!download.signal.aborted) context.log.error({ err }, 'an export was interrupted');
    download.body.destroy(new Error('The export was interrupted'));
    return false;
  } finally {
    download.signal.removeEventListener('abort', cancel);
    // A late cancel request would hit the connection's next statement.
    await cancelling;
  }
}

/**
 * Reads COPY … TO STDOUT, awaiting each `take`.
 * @param cancel stops the statement if `take` throws
 * @throws the error of `take`, once the connection is drained
 */
async function readCopy(
  tx: TenantTransaction,
  statement: string,
  { take, cancel }: { take: (bytes: Buffer) => Promise<void>; cancel: () => void },
): Promise<void> {
  const copy = tx.client.query(copyTo(statement));
  const ended = new Promise<void>((resolve) => {
    copy.once('end', resolve).once('error', () => resolve());
  });
  try {
    // Unread bytes would block the connection forever.
    for await (const bytes of copy.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      await take(bytes);
    }
  } catch (error) {
    cancel();
    copy.resume();
    await ended;
    throw error;
  }
}
