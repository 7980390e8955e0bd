import type { FastifyInstance } from 'fastify';
import { countGridCells, listGridNumbers, readGridRows } from '#contract/import-grid-lists.ts';
import type { Context } from '../../../platform/context/context.ts';
import { HttpError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/bind.ts';
import { cellCondition, type RowCondition, rowCondition } from './rows/grid-filter.ts';
import { FIRST_OF_CONDITION } from './rows/grid-row.ts';
import { ProblemList } from './rows/problem-list.ts';
import { shownRows } from './session/show-rows.ts';
import { countRows, matchingNumbers, PAGE_CHARACTERS, pageRowsOf } from './statements/page-reads.ts';
import { readableGrid } from './summarize-grid.ts';

export function gridListRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listGridNumbers, ({ params: { uploadId }, query: filter }, { scope }) =>
    scope.transaction(async (tx) => {
      const grid = await readableGrid(tx, uploadId);
      const condition = rowCondition(filter, new ProblemList(grid.problems), FIRST_OF_CONDITION);
      const inParallel = filter.text !== undefined && filter.show === 'all';
      const numbers = await matchingNumbers(tx, grid, condition, { inParallel });
      return { numbers, revision: grid.revision };
    }),
  );

  serve(app, context, readGridRows, ({ params: { uploadId }, body: { rows } }, { scope }) =>
    scope.transaction(async (tx) => {
      const grid = await readableGrid(tx, uploadId);
      const numbers = [...new Set(rows)].sort((a, b) => a - b);
      const page = await pageRowsOf(tx, grid, numbers);
      const last = page.at(-1)?.row ?? Number.POSITIVE_INFINITY;
      const isCut = page.reduce((sum, { cells }) => sum + cells.length, 0) > PAGE_CHARACTERS;
      return {
        rows: await shownRows(tx, grid, page),
        next: isCut ? (numbers.find((number) => number > last) ?? null) : null,
        revision: grid.revision,
      };
    }),
  );

  serve(
    app,
    context,
    countGridCells,
    ({ params: { uploadId }, query: { column, value, except } }, { scope }) =>
      scope.transaction(async (tx) => {
        const grid = await readableGrid(tx, uploadId);
        const place = grid.columns.indexOf(column);
        if (place < 0)
          throw new HttpError('invalid_input', 'The file has no such column', { field: 'column' });
        const equal = cellCondition(place, { match: 'cell', find: value }, FIRST_OF_CONDITION);
        return { cells: await countRows(tx, grid, withoutRow(equal, except)) };
      }),
  );
}

function withoutRow({ sql, values }: RowCondition, row: number | undefined): RowCondition {
  if (row === undefined) return { sql, values };
  return {
    sql: `${sql} AND r.row_number <> $${FIRST_OF_CONDITION + values.length}`,
    values: [...values, row],
  };
}
