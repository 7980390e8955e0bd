import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  countViews,
  createView,
  deleteView,
  getPreferences,
  leadTablePreferences,
  listViews,
  type SavedView,
  setDefaultView,
  setPreferences,
  updateView,
} from '#contract/views.ts';
import { keepPreference, preferenceOf } from '../../platform/accounts/preference-writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { type Caller, serve } from '../../platform/http/bind.ts';
import {
  countViewLeads,
  DEFAULT_VIEW_KEY,
  deleteOwnView,
  findView,
  findViews,
  insertView,
  updateOwnView,
} from './writes.ts';

type TablePreferences = z.output<typeof leadTablePreferences>;

const TABLE_KEY = 'lead-table';

export function viewRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listViews, (_input, { scope, account }) =>
    scope.transaction((tx) => findViews(tx, account.id)),
  );

  serve(app, context, countViews, (_input, { scope, account }) =>
    scope.transaction((tx) => countViewLeads(tx, account.id)),
  );

  serve(app, context, createView, ({ body }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const id = await insertView(tx, account.id, body);
      if (id === null) throw nameTaken(body.name);
      return visible(tx, account, id);
    }),
  );

  serve(app, context, updateView, async ({ params: { id }, body }, { scope, account }) => {
    const change = async (tx: TenantTransaction): Promise<SavedView> => {
      const view = await visible(tx, account, id);
      if (!view.own) throw noSuchView();
      await updateOwnView(tx, account.id, id, { ...view, ...givenOf(body) });
      return visible(tx, account, id);
    };
    return scope.transaction(change).catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(body.name ?? '') : error;
    });
  });

  serve(app, context, deleteView, ({ params: { id } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      if (!(await deleteOwnView(tx, account.id, id))) throw noSuchView();
      return { message: 'The view was deleted' };
    }),
  );

  serve(app, context, setDefaultView, ({ body }, { scope, account }) =>
    scope.transaction(async (tx) => {
      if (body.viewId !== null) await visible(tx, account, body.viewId);
      await keepPreference(tx, account.id, DEFAULT_VIEW_KEY, body);
      return body;
    }),
  );

  serve(app, context, getPreferences, (_input, { scope, account }) =>
    scope.transaction((tx) => tablePreferences(tx, account)),
  );

  serve(app, context, setPreferences, ({ body }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const next = { ...(await tablePreferences(tx, account)), ...givenOf(body) };
      await keepPreference(tx, account.id, TABLE_KEY, next);
      return next;
    }),
  );
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function givenOf<T extends object>(body: T): Given<T> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Given<T>;
}

async function tablePreferences(
  tx: TenantTransaction,
  account: Caller['account'],
): Promise<TablePreferences> {
  return leadTablePreferences.parse((await preferenceOf(tx, account.id, TABLE_KEY)) ?? {});
}

async function visible(tx: TenantTransaction, account: Caller['account'], id: string): Promise<SavedView> {
  const view = await findView(tx, account.id, id);
  if (view === null) throw noSuchView();
  return view;
}

function noSuchView(): HttpError {
  return new HttpError('not_found', 'View not found. You can only change your own views.');
}

function nameTaken(name: string): HttpError {
  return new HttpError('conflict', `You already have a view named ${name}`, { field: 'name' });
}
