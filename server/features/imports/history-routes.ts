import type { FastifyInstance } from 'fastify';
import {
  cancelImport,
  getImport,
  importReport,
  importReportFile,
  type KeptLead,
  undoImport,
  undoReportFile,
} from '#contract/imports.ts';
import { REPORT_PREVIEW_ROWS } from '#contract/limits.ts';
import { csvRecord } from '#packages/tabular/tabular.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { spendGrantForReport } from '../../platform/security/export-grants.ts';
import { editedSinceImport } from './record/fixed-rows.ts';
import { findImport, noSuchImport } from './record/reads.ts';
import { findReportedFile, gravestRows, reasonsOf, reportPage } from './record/report-reads.ts';
import { cancelRunningImport } from './record/writes.ts';
import { reportFile } from './report-file.ts';
import { keptLeads } from './undo/reads.ts';
import { startUndo } from './undo/start-undo.ts';

const HEADER = ['Lead ID', 'Reason', 'First Name', 'Last Name', 'Email', 'Phone'];
const CHUNK_CHARACTERS = 64 * 1024;

/** UTF-8 with a byte order mark, RFC 4180. */
async function* keptFile(scope: OrganizationScope, importId: string): AsyncGenerator<Buffer> {
  let text = `\uFEFF${csvRecord(HEADER)}`;
  for await (const { leadId, message, firstName, lastName, email, phone } of keptLeads(scope, importId)) {
    text += csvRecord([leadId, message, firstName ?? '', lastName ?? '', email ?? '', phone ?? '']);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Registers the routes for one import: details, report, cancellation, undo. */
export function importHistoryRoutes(app: FastifyInstance, context: Context, downloads: Downloads): void {
  serve(app, context, getImport, async ({ params: { id } }, { scope }) => {
    const found = await scope.transaction(async (tx) => {
      const record = await findImport(tx, id);
      const reasons = record.status === 'processing' ? [] : await reasonsOf(tx, id);
      return { ...record, ...(await editedSinceImport(tx, id)), reasons };
    });
    const firstProblems = await gravestRows(scope, id, found, REPORT_PREVIEW_ROWS);
    return { ...found, firstProblems, firstKept: await firstKept(scope, id) };
  });

  serve(app, context, importReport, async ({ params: { id }, query }, { scope }) => {
    await scope.transaction((tx) => findImport(tx, id));
    return reportPage(scope, id, query);
  });

  serve(app, context, cancelImport, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      await cancelRunningImport(tx, id, editorOf(caller));
      return findImport(tx, id);
    }),
  );

  serveRaw(app, context, importReportFile, async (caller, { params: { id } }) => {
    const { scope, reply } = caller;
    const file = await scope.transaction((tx) => findReportedFile(tx, id));
    if (file === null) throw noSuchImport();
    await downloads.sendFile(scope.organizationId, reply, {
      filename: `${stemOf(file.filename)} - report.csv`,
      chunks: reportFile(scope, id, file),
      permit: () => spendGrantForReport(caller),
    });
  });

  serve(app, context, undoImport, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      await startUndo(tx, id, editorOf(caller));
      return findImport(tx, id);
    }),
  );

  serveRaw(app, context, undoReportFile, async (caller, { params: { id } }) => {
    const { scope, reply } = caller;
    const { filename } = await scope.transaction((tx) => findImport(tx, id));
    await downloads.sendFile(scope.organizationId, reply, {
      filename: `${stemOf(filename)} - undo report.csv`,
      chunks: keptFile(scope, id),
      permit: () => spendGrantForReport(caller),
    });
  });
}

async function firstKept(scope: OrganizationScope, importId: string): Promise<KeptLead[]> {
  const first: KeptLead[] = [];
  for await (const lead of keptLeads(scope, importId, REPORT_PREVIEW_ROWS)) {
    if (first.push(lead) === REPORT_PREVIEW_ROWS) break;
  }
  return first;
}

/** Returns a file name without its extension. */
function stemOf(filename: string): string {
  return filename.replace(/\.[^.]*$/, '');
}
