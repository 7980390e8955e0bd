import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { organizationScope, type TenantTransaction } from '../../platform/db/scope.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { attachment, type Downloads } from '../../platform/http/downloads.ts';
import { spendGrant } from '../../platform/security/export-grants.ts';
import { type Download, downloadTo } from './download.ts';
import { CONTENT_TYPES, type ExportFile, exportFile } from './export-file.ts';
import { beginSnapshot, cancelReading, copyStatement } from './lead-rows-reads.ts';
import type { ExportPlan } from './plan-export.ts';
import { readCopy } from './read-copy.ts';

const ASCII = /^[\w.-]+$/;

/**
 * Answers with planned leads as a file: all of one moment, as fast as the client takes them. It keeps its connection until the
 * client has the file.
 * @param plan decides in the file's snapshot what it holds
 * @throws HttpError forbidden without a grant where one is needed, and what `plan` throws; nothing is sent then
 */
export async function sendExport(
  context: Context,
  downloads: Downloads,
  caller: Caller,
  plan: (tx: TenantTransaction) => Promise<ExportPlan>,
): Promise<void> {
  try {
    await organizationScope(context.db.app, caller.account.organizationId).transaction(async (tx) => {
      const pid = await beginSnapshot(tx);
      await sendPlanned(tx, context, downloads, { caller, pid, plan: await plan(tx) });
    });
  } catch (err) {
    if (!caller.reply.sent && !caller.reply.raw.headersSent) throw err;
    // The answer is on its way: there is no one left to tell.
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

/** Uses up the grant and writes the audit entry, both or neither. */
function begin({ account, origin, scope }: Caller, filename: string, details: Details): Promise<void> {
  return scope.transaction(async (tx) => {
    await spendGrant(tx, account);
    await writeAudit(tx, { action: 'export_leads', actor: account, origin, resource: filename, details });
  });
}

/** An entry of its own, since the trail is only ever added to. */
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
  /** Begins the answer. */
  answer(): Promise<void>;
}

/**
 * Sends the file to its end; false when it was not taken to its end. The answer begins, and uses up the grant, once the
 * database has begun to read. Part of the file is sent when a later failure breaks the download off, which a client can tell
 * from an end.
 * @throws the error of the statement or of `answer` when nothing has been sent
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
    // PostgreSQL would cancel the next statement of this connection if the request reached it later than the end of this one.
    await cancelling;
  }
}
