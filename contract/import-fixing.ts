import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dryRunResult } from './import-dry-run.ts';
import { importPlan, importStatus, rowProblem } from './imports.ts';
import { GRID_EDITS_MAX } from './limits.ts';
import { GRIDS_PATH } from './live-paths.ts';
import { id, time, unlessEmpty } from './shapes.ts';
import { similarLead } from './similar-lead.ts';

// Rows with problems, and their edits before the import. A check with `grid: true` (POST /api/imports/check)
// fills the grid; edits stay with the upload across plans.

/** Row number in the file, the header included. */
const rowNumber = z.number().int().min(1).max(2_147_483_647);

/** Filter code for duplicates of the file and the database. */
export const ANY_DUPLICATE = 'duplicate';

export const DUPLICATE_CODES: readonly string[] = ['duplicate_in_file', 'duplicate_in_database'];

const uploadParams = z.object({ uploadId: id });

/** Counts of the whole file with edits; `skipped` includes dropped rows, and `checked` equals `totalRows`. */
export const gridTotals = dryRunResult
  .omit({ suppressed: true, emailsToDrop: true, localPhones: true, countrySuggestions: true })
  .extend({ dropped: z.number().int() });

export type GridTotals = z.infer<typeof gridTotals>;

/** Outcome if the file were imported now. */
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

const editedCell = z.object({
  column: z.string(),
  /** File value after the plan's column tools. */
  original: z.string(),
  /** Last editor. */
  editedBy: z.string(),
});

export const gridRow = z.object({
  /** Header included. */
  row: z.number().int(),
  /** Edited values, in the order of `columns`. */
  cells: z.array(z.string()),
  outcome: gridOutcome,
  /** Report and preview codes, `duplicate_in_file`, `duplicate_in_database`, and `lead_deleted`. */
  problems: z.array(rowProblem),
  /** Lead that an import stored from the row. */
  stored: z
    .object({
      leadId: id,
      isDeleted: z.boolean(),
      /** `rows` = `stored` of POST /api/import-stream updates the lead. */
      isEdited: z.boolean(),
    })
    .nullable(),
  /** Duplicates only: the earlier row, or the existing lead. */
  repeats: z.object({ row: z.number().int().nullable(), leadId: id.nullable() }).nullable(),
  /** For rows that will be new leads. */
  similar: similarLead.nullable(),
  edited: z.array(editedCell),
  dropped: z.boolean(),
  /** Last change by a user. */
  editedBy: z.string().nullable(),
  editedAt: time.nullable(),
});

export type GridRow = z.infer<typeof gridRow>;

/**
 * `listed`: rows with a problem now or at the check, so fixed rows keep their place. `open`: rows with a
 * problem now.
 */
const gridShow = z.enum(['listed', 'open', 'edited', 'dropped', 'all']);

/** Parts must all match. With `listed`, code and column match fixed problems too. */
export const gridFilter = z.strictObject({
  show: unlessEmpty(gridShow.default('listed')),
  /** Problem code, or `duplicate` for both kinds of duplicates. */
  code: unlessEmpty(z.string().max(100).optional()),
  /** Column with a problem (of `code`). */
  column: unlessEmpty(z.string().max(1000).optional()),
  /** Substring of any cell, ignoring case. */
  text: unlessEmpty(z.string().max(200).optional()),
});

export type GridFilter = z.output<typeof gridFilter>;

/** The caller's last undoable action. */
const undoableStep = z.object({
  kind: z.enum(['edit', 'replace', 'drop', 'keep']),
  /** Cells; rows for `drop` and `keep`. */
  count: z.number().int(),
  at: time,
});

export const importGrid = z.object({
  /**
   * `none`: no complete check with `grid: true` yet. `checking`: a check fills the grid. `ready`: rows can be
   * read and edited.
   */
  state: z.enum(['none', 'checking', 'ready']),
  /** Plan of the last check; before one, the newest import's plan. Another plan needs another check. */
  plan: importPlan.nullable(),
  columns: z.array(z.string()),
  checkedAt: time.nullable(),
  /** Increases with every change. */
  revision: z.number().int(),
  /** Null unless `ready`. */
  totals: gridTotals.nullable(),
  /** False while duplicates are recounted after an edit; outcomes and totals may still change. */
  isCounted: z.boolean(),
  /** Current problems, most frequent first; dropped rows are excluded. */
  reasons: z.array(
    z.object({
      code: z.string(),
      column: z.string().nullable(),
      severity: z.enum(['error', 'warning']),
      message: z.string(),
      rows: z.number().int(),
    }),
  ),
  openRows: z.number().int(),
  editedRows: z.number().int(),
  editedCells: z.number().int(),
  droppedRows: z.number().int(),
  undoable: undoableStep.nullable(),
  filename: z.string(),
  /** The upload's newest import, with the fields of an import; edits are refused while it runs. */
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
  input: { params: uploadParams },
  reply: importGrid,
  errors: ['not_found'],
});

const gridChange = z.object({
  revision: z.number().int(),
  /** Cells, or rows for `drop` and `keep`. An undo skips later changes by others. */
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
  input: {
    params: uploadParams,
    body: z.strictObject({
      edits: z
        .array(z.strictObject({ row: rowNumber, column: z.string(), value: z.string().max(10_000) }))
        .min(1)
        .max(GRID_EDITS_MAX),
    }),
  },
  reply: gridChange.extend({
    /** Edited and affected rows in file order, at most a page. */
    rows: z.array(gridRow),
  }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});

/** The change completes even if the caller leaves. `progress` is in percent. */
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
  input: {
    params: uploadParams,
    body: z.strictObject({
      column: z.string(),
      /**
       * `cell`: cells equal to `find`; empty fills blank cells. `part`: every occurrence of a non-empty `find`,
       * ignoring case.
       */
      match: z.enum(['cell', 'part']),
      find: z.string().max(10_000),
      replacement: z.string().max(10_000),
      /** Default: every row of the file. */
      filter: gridFilter.prefault({ show: 'all' }),
    }),
  },
  replies: 'stream',
  reply: gridEvent,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const dropGridRows = endpoint({
  method: 'POST',
  path: `${GRIDS_PATH}/:uploadId/drop`,
  access: 'user',
  input: {
    params: uploadParams,
    body: z.strictObject({
      dropped: z.boolean(),
      rows: z.array(rowNumber).min(1).max(GRID_EDITS_MAX).optional(),
      filter: gridFilter.optional(),
    }),
  },
  replies: 'stream',
  reply: gridEvent,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const undoGridStep = endpoint({
  method: 'POST',
  path: `${GRIDS_PATH}/:uploadId/undo`,
  access: 'user',
  input: { params: uploadParams },
  replies: 'stream',
  reply: gridEvent,
  errors: ['not_found', 'conflict'],
});
