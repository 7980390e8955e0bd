import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  dropGridRows,
  editGridCells,
  type GridEvent,
  getImportGrid,
  gridEvent,
  replaceGridCells,
  undoGridStep,
} from '#contract/import-fixing.ts';
import type { Context } from '../../../platform/context/context.ts';
import { HttpError } from '../../../platform/errors.ts';
import { permitOf } from '../../../platform/http/access.ts';
import { type Caller, serve, serveRaw } from '../../../platform/http/bind.ts';
import { sendEventStream } from '../../../platform/http/event-stream.ts';
import type { Permit } from '../../../platform/security/permit.ts';
import { changeGrid, openForChange } from './changes/change-grid.ts';
import { type GridAction, type GridTask, type GridTaskResult, RefusedChange } from './changes/grid-task.ts';
import { CHANGE_GRID } from './grid-threads.ts';
import { Recounts } from './recounts.ts';
import { shownRows } from './session/show-rows.ts';
import { pageRowsOf } from './statements/page-reads.ts';
import { noSuchUpload, readableGrid, summarizeGrid } from './summarize-grid.ts';

/** More rows are edited in a worker thread. */
const ROWS_IN_REQUEST = 100;

/** Registers the routes of the grid of an upload. */
export function gridRoutes(app: FastifyInstance, context: Context): void {
  const recounts = new Recounts(context);

  serve(app, context, getImportGrid, async ({ params: { uploadId } }, { scope, account }) => {
    const grid = await scope.transaction((tx) => summarizeGrid(tx, uploadId, account.id));
    if (!grid.isCounted) recounts.begin(scope.organizationId, uploadId);
    return grid;
  });

  serve(app, context, editGridCells, async ({ params: { uploadId }, body: { edits } }, caller) => {
    const { scope } = caller;
    const task = taskOf(caller, uploadId, { kind: 'edit', edits });
    const inRequest = new Set(edits.map(({ row }) => row)).size <= ROWS_IN_REQUEST;
    const result = inRequest
      ? await changeGrid(scope, task)
      : await context.threads.run(
          CHANGE_GRID,
          scope.organizationId,
          { kind: 'change', task },
          { permit: permitOf(caller.request) },
        );
    const { change, rows } = accepted(result);
    if (!change.isCounted) recounts.begin(scope.organizationId, uploadId);
    const shown = await scope.transaction(async (tx) => {
      const grid = await readableGrid(tx, uploadId);
      return shownRows(tx, grid, await pageRowsOf(tx, grid, rows));
    });
    return { ...change, rows: shown };
  });

  const stream = async (caller: Caller, uploadId: string, action: GridAction): Promise<void> => {
    const { scope, reply } = caller;
    await refuseEarly(scope.transaction((tx) => openForChange(tx, uploadId)));
    const task = taskOf(caller, uploadId, action);
    sendEventStream(
      context.metrics,
      reply,
      Readable.from(gridEventLines(context, recounts, scope.organizationId, task, permitOf(caller.request))),
    );
  };

  serveRaw(app, context, replaceGridCells, async (caller, { params: { uploadId }, body }) => {
    if (body.match === 'part' && body.find === '') {
      throw new HttpError('invalid_input', 'Enter the text to replace', { field: 'find' });
    }
    await stream(caller, uploadId, { kind: 'replace', ...body });
  });

  serveRaw(app, context, dropGridRows, async (caller, { params: { uploadId }, body }) => {
    const { dropped, rows = null, filter = null } = body;
    if ((rows === null) === (filter === null)) {
      throw new HttpError('invalid_input', 'Give either rows or a filter', { field: 'rows' });
    }
    await stream(caller, uploadId, { kind: 'drop', dropped, rows, filter });
  });

  serveRaw(app, context, undoGridStep, (caller, { params: { uploadId } }) =>
    stream(caller, uploadId, { kind: 'undo' }),
  );
}

function taskOf({ account: { id, username } }: Caller, uploadId: string, action: GridAction): GridTask {
  return { uploadId, user: { id, username }, action };
}

async function* gridEventLines(
  context: Context,
  recounts: Recounts,
  organizationId: string,
  task: GridTask,
  permit: Permit,
): AsyncGenerator<string> {
  for await (const event of followChange(context, recounts, organizationId, task, permit)) {
    yield `data: ${JSON.stringify(gridEvent.parse(event))}\n\n`;
  }
}

/** Returns the result of a change. @throws HttpError when it was refused */
function accepted(result: GridTaskResult | null): Extract<GridTaskResult, { ok: true }> {
  if (result === null) throw noSuchUpload();
  if (result.ok) return result;
  throw httpErrorOf(new RefusedChange(result.failure));
}

/** Turns a failure into an error of the API. */
async function refuseEarly(checking: Promise<unknown>): Promise<void> {
  try {
    await checking;
  } catch (error) {
    throw error instanceof RefusedChange ? httpErrorOf(error) : error;
  }
}

function httpErrorOf({ failure: { error, message, field } }: RefusedChange): HttpError {
  return new HttpError(error, message, field === undefined ? {} : { field });
}

/** Maximum milliseconds between two events to the client. */
const HEARTBEAT_MS = 900;

/** Applies an action in a worker thread and yields its progress; goes on if no one listens. */
async function* followChange(
  { threads, log }: Pick<Context, 'threads' | 'log'>,
  recounts: Recounts,
  organizationId: string,
  task: GridTask,
  permit: Permit,
): AsyncGenerator<GridEvent> {
  let progress = 0;
  const onProgress = (percent: number): void => {
    progress = percent;
  };
  const change = { kind: 'change' as const, task };
  const end = threads.run(CHANGE_GRID, organizationId, change, { onProgress, permit }).then(
    (result): GridEvent => {
      if (result?.ok) {
        if (!result.change.isCounted) recounts.begin(organizationId, task.uploadId);
        return { type: 'complete', change: result.change };
      }
      return { type: 'error', message: result?.failure.message ?? FAILED };
    },
    (error: unknown): GridEvent => {
      log.error({ err: error, uploadId: task.uploadId }, 'change of a grid failed');
      return { type: 'error', message: error instanceof HttpError ? error.message : FAILED };
    },
  );
  for (;;) {
    yield { type: 'progress', progress };
    const beat = Promise.withResolvers<null>();
    const heartbeat = setTimeout(() => beat.resolve(null), HEARTBEAT_MS);
    const event = await Promise.race([end, beat.promise]);
    clearTimeout(heartbeat);
    if (event === null) continue;
    return yield event;
  }
}

const FAILED = 'An unexpected error occurred on our side. Please try again or contact support.';
