import type { FastifyInstance } from 'fastify';
import { createColumnSet, deleteColumnSet, listColumnSets, updateColumnSet } from '#contract/column-sets.ts';
import type { Context } from '../../platform/context/context.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/bind.ts';
import { changeColumnSet, findColumnSets, insertColumnSet, removeColumnSet } from './column-set-writes.ts';

/** Column sets of the organization, which everyone changes. */
export function columnSetRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listColumnSets, (_input, { scope }) => scope.transaction(findColumnSets));

  serve(app, context, createColumnSet, ({ body }, { scope }) =>
    scope.transaction((tx) => insertColumnSet(tx, body)).catch((error) => refuseTaken(error, body.name)),
  );

  serve(app, context, updateColumnSet, async ({ params: { id }, body }, { scope }) => {
    const changed = await scope
      .transaction((tx) => changeColumnSet(tx, id, body))
      .catch((error) => refuseTaken(error, body.name ?? ''));
    if (changed === null) throw noSuchSet();
    return changed;
  });

  serve(app, context, deleteColumnSet, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      if (!(await removeColumnSet(tx, id))) throw noSuchSet();
      return { message: 'The column set was deleted' };
    }),
  );
}

function noSuchSet(): HttpError {
  return new HttpError('not_found', 'Column set not found');
}

function refuseTaken(error: unknown, name: string): never {
  if (!isUniqueViolation(error)) throw error;
  throw new HttpError('conflict', `There already is a column set named ${name}`, { field: 'name' });
}
