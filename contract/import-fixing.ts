import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dryRunResult } from './import-dry-run.ts';
import { importPlan, importStatus, rowProblem } from './imports.ts';
import { GRID_EDITS_MAX } from './limits.ts';
import { GRIDS_PATH } from './live-paths.ts';
import { id, time, unlessEmpty } from './shapes.ts';

// The grid of an upload: its rows with problems, and the edits that users make to them before the import. A check with
// `grid: true` (POST /api/imports/check) fills it; edits stay with the upload, no matter which plan is checked next.

/** Row number in the file, the header included. */
const rowNumber = z.number().int().min(1).max(2_147_483_647);

/** Code of a filter that matches duplicates of the file and of the database. */
export const ANY_DUPLICATE = 'duplicate';

/** Codes that it stands for. */
export const DUPLICATE_CODES: readonly string[] = ['duplicate_in_file', 'duplicate_in_database'];

const uploadParams = z.object({ uploadId: id });

/**
 * Counts of the whole file with its edits; `skipped` includes the dropped rows, so that the sum of a `dryRunResult`
 * holds. `checked` equals `totalRows`.
 */
export const gridTotals = dryRunResult
  .omit({ localPhones: true, countrySuggestions: true })
  .extend({ dropped: z.number().int() });

export type GridTotals = z.infer<typeof gridTotals>;

/** Outcome of a row if the file was imported now. */
export const gridOutcome = z.enum([
  'imported',
  'updated',
  'duplicateInFile',
  'duplicateInDatabase',
  'skipped',
  'error',
  'dropped',
]);

export type GridOutcome = z.infer<typeof gridOutcome>;

/** Edited cell of a row. */
const editedCell = z.object({
  column: z.string(),
  /** Value in the file, after the plan's column tools. */
  original: z.string(),
  /** User who wrote the current value. */
  editedBy: z.string(),
});

/** Row of the grid. */
export const gridRow = z.object({
  /** Row number in the file, the header included. */
  row: z.number().int(),
  /** Values with the edits, in the order of the grid's `columns`. */
  cells: z.array(z.string()),
  outcome: gridOutcome,
  /**
   * Reasons why the row is listed, the codes of reports and previews, and `duplicate_in_file` and `duplicate_in_database`;
   * of rows whose lead is gone `lead_deleted`.
   */
  problems: z.array(rowProblem),
  /** Lead that an import stored from the row; null unless one did. */
  stored: z
    .object({
      leadId: id,
      isDeleted: z.boolean(),
      /** The row was edited since: field `rows` = `stored` of POST /api/import-stream updates the lead. */
      isEdited: z.boolean(),
    })
    .nullable(),
  /** Earlier row of the file, or existing lead, whose email or phone this row repeats; null unless it is a duplicate. */
  repeats: z.object({ row: z.number().int().nullable(), leadId: id.nullable() }).nullable(),
  edited: z.array(editedCell),
  dropped: z.boolean(),
  /** Last change of the row by a user; null without edits. */
  editedBy: z.string().nullable(),
  editedAt: time.nullable(),
});

export type GridRow = z.infer<typeof gridRow>;

/**
 * Rows to show. `listed`: rows with a problem now or since the check, so that a row stays in its place when it's fixed.
 * `open`: rows with a problem now. `edited`, `dropped`: rows with edits, dropped rows. `all`: every row of the file.
 */
const gridShow = z.enum(['listed', 'open', 'edited', 'dropped', 'all']);

/** Filter of the grid; all parts must match. With `listed`, code and column match problems that were fixed, too. */
export const gridFilter = z.strictObject({
  show: unlessEmpty(gridShow.default('listed')),
  /** Code of a problem, or `duplicate` for duplicates of the file and of the database. */
  code: unlessEmpty(z.string().max(100).optional()),
  /** Column with a problem, or with a problem of that code. */
  column: unlessEmpty(z.string().max(1000).optional()),
  /** Text that some cell contains, in any case. */
  text: unlessEmpty(z.string().max(200).optional()),
});

export type GridFilter = z.output<typeof gridFilter>;

/** Last action of the caller that can be undone. */
const undoableStep = z.object({
  kind: z.enum(['edit', 'replace', 'drop', 'keep']),
  /** Cells, or rows if it dropped or kept rows. */
  count: z.number().int(),
  at: time,
});

/** State of an upload's grid. */
export const importGrid = z.object({
  /**
   * `none`: nothing was checked with `grid: true` yet, or the check was broken off: check again. `checking`: a check
   * fills the grid. `ready`: rows can be read and edited.
   */
  state: z.enum(['none', 'checking', 'ready']),
  /**
   * Plan of the check that filled the grid; with another plan, check again. Before a check, the plan of the newest import;
   * null without one.
   */
  plan: importPlan.nullable(),
  /** Columns of the rows' cells. */
  columns: z.array(z.string()),
  checkedAt: time.nullable(),
  /** Grows with every change of the grid by anyone. */
  revision: z.number().int(),
  /** Null unless `ready`. */
  totals: gridTotals.nullable(),
  /** False while duplicates are being recounted after an edit: outcomes and totals may still change. */
  isCounted: z.boolean(),
  /** Problems that rows have now, most frequent first; dropped rows don't count. */
  reasons: z.array(
    z.object({
      code: z.string(),
      column: z.string().nullable(),
      severity: z.enum(['error', 'warning']),
      message: z.string(),
      rows: z.number().int(),
    }),
  ),
  /** Rows with a problem now, rows with edited cells, edited cells, dropped rows. */
  openRows: z.number().int(),
  editedRows: z.number().int(),
  editedCells: z.number().int(),
  droppedRows: z.number().int(),
  /** The caller's last step, or null. */
  undoable: undoableStep.nullable(),
  filename: z.string(),
  /** Newest import of the upload; changes are refused while it runs. See the same fields of an import. */
  lastImport: z
    .object({
      importId: id,
      status: importStatus,
      fixedSince: z.number().int().nullable(),
      leadsToUpdate: z.number().int().nullable(),
    })
    .nullable(),
});

export type ImportGrid = z.infer<typeof importGrid>;

export const getImportGrid = endpoint({
  method: 'GET',
  path: `${GRIDS_PATH}/:uploadId`,
  access: 'user',
  summary: 'State, totals and reasons of the grid of an upload',
  input: { params: uploadParams },
  status: 200,
  reply: importGrid,
  errors: ['not_found'],
});

/** Changes of an edit. */
const gridChange = z.object({
  revision: z.number().int(),
  /** Cells, or rows if it dropped or kept rows. An undo leaves alone what others changed since. */
  changed: z.number().int(),
  totals: gridTotals,
  isCounted: z.boolean(),
  undoable: undoableStep.nullable(),
});

export type GridChange = z.infer<typeof gridChange>;

export const editGridCells = endpoint({
  method: 'POST',
  path: `${GRIDS_PATH}/:uploadId/edit`,
  access: 'user',
  summary: 'Write cells of the grid, one by one or as a pasted block; the last writer of a cell wins',
  input: {
    params: uploadParams,
    body: z.strictObject({
      edits: z
        .array(z.strictObject({ row: rowNumber, column: z.string(), value: z.string().max(10_000) }))
        .min(1)
        .max(GRID_EDITS_MAX),
    }),
  },
  status: 200,
  reply: gridChange.extend({
    /** The edited rows and the rows whose outcome changed with them, in file order, at most a page. */
    rows: z.array(gridRow),
  }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});

/** Event of a bulk change's stream. It goes on to its end without its caller. `progress` is in percent. */
export const gridEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), progress: z.number() }),
  z.object({ type: z.literal('complete'), change: gridChange }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);

export type GridEvent = z.infer<typeof gridEvent>;

export const replaceGridCells = endpoint({
  method: 'POST',
  path: `${GRIDS_PATH}/:uploadId/replace`,
  access: 'user',
  summary: 'Replace a value in a column of the whole file, or of the rows of a filter',
  input: {
    params: uploadParams,
    body: z.strictObject({
      column: z.string(),
      /**
       * `cell`: cells that equal `find` exactly; this is "apply to all like this". An empty `find` fills blank cells.
       * `part`: every occurrence of `find`, which then can't be empty, in any case.
       */
      match: z.enum(['cell', 'part']),
      find: z.string().max(10_000),
      replacement: z.string().max(10_000),
      /** Default: every row of the file. */
      filter: gridFilter.prefault({ show: 'all' }),
    }),
  },
  replies: 'stream',
  status: 200,
  reply: gridEvent,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const dropGridRows = endpoint({
  method: 'POST',
  path: `${GRIDS_PATH}/:uploadId/drop`,
  access: 'user',
  summary: 'Drop rows from the import, or take dropped ones back; give rows or a filter',
  input: {
    params: uploadParams,
    body: z.strictObject({
      dropped: z.boolean(),
      rows: z.array(rowNumber).min(1).max(GRID_EDITS_MAX).optional(),
      filter: gridFilter.optional(),
    }),
  },
  replies: 'stream',
  status: 200,
  reply: gridEvent,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const undoGridStep = endpoint({
  method: 'POST',
  path: `${GRIDS_PATH}/:uploadId/undo`,
  access: 'user',
  summary:
    "Take back the caller's last change of the grid, except where somebody else changed the cell since",
  input: { params: uploadParams },
  replies: 'stream',
  status: 200,
  reply: gridEvent,
  errors: ['not_found', 'conflict'],
});
