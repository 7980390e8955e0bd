import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { gridFilter, gridRow } from './import-fixing.ts';
import { GRID_PAGE_MAX } from './limits.ts';
import { GRIDS_PATH } from './live-paths.ts';
import { id } from './shapes.ts';

// Row numbers are read once, so the list stays stable during edits; rows are read while scrolling.

const uploadParams = z.object({ uploadId: id });

const rowNumber = z.number().int().min(1).max(2_147_483_647);

export const listGridNumbers = endpoint({
  method: 'GET',
  path: `${GRIDS_PATH}/:uploadId/numbers`,
  access: 'user',
  input: { params: uploadParams, query: gridFilter },
  reply: z.object({ numbers: z.array(z.number().int()), revision: z.number().int() }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const readGridRows = endpoint({
  method: 'POST',
  path: `${GRIDS_PATH}/:uploadId/rows`,
  access: 'user',
  input: {
    params: uploadParams,
    body: z.strictObject({ rows: z.array(rowNumber).min(1).max(GRID_PAGE_MAX) }),
  },
  reply: z.object({
    rows: z.array(gridRow),
    /** First row left out for size; request it and later rows again. */
    next: z.number().int().nullable(),
    revision: z.number().int(),
  }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});

/** Maximum characters of a countable value. */
export const COUNTED_VALUE_MAX = 500;

export const countGridCells = endpoint({
  method: 'GET',
  path: `${GRIDS_PATH}/:uploadId/count`,
  access: 'user',
  input: {
    params: uploadParams,
    query: z.strictObject({
      column: z.string(),
      value: z.string().max(COUNTED_VALUE_MAX),
      /** Row to exclude. */
      except: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    }),
  },
  reply: z.object({ cells: z.number().int() }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});
