import type { FastifyInstance } from 'fastify';
import {
  adaptTemplate,
  createTemplate,
  deleteTemplate,
  type ImportTemplate,
  listTemplates,
  matchTemplate,
  TEMPLATES_MAX,
  updateTemplate,
} from '#contract/import-templates.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { isUniqueViolation } from '../../../platform/db/transaction.ts';
import { HttpError } from '../../../platform/errors.ts';
import { editorOf } from '../../../platform/http/actor.ts';
import { type Caller, serve } from '../../../platform/http/bind.ts';
import { adaptSavedMapping, missingColumns, type SavedMapping } from '../plan/saved-mapping.ts';
import {
  changeTemplate,
  countTemplates,
  findTemplate,
  findTemplates,
  insertTemplate,
  removeTemplate,
  templatePlan,
  templatePlans,
} from './writes.ts';

export function importTemplateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listTemplates, (_input, { scope, account }) =>
    scope.transaction((tx) => findTemplates(tx, account.id)),
  );

  serve(app, context, createTemplate, ({ body }, caller) => {
    if (body.shared) requireAdmin(caller.account);
    return caller.scope.transaction(async (tx) => {
      if ((await countTemplates(tx, caller.account.id)) >= TEMPLATES_MAX) {
        throw new HttpError('conflict', `You already have ${TEMPLATES_MAX} templates. Delete one first.`);
      }
      const id = await insertTemplate(tx, body, editorOf(caller).actor);
      if (id === null) throw nameTaken(body.name);
      return visibleTemplate(tx, caller.account, id);
    });
  });

  serve(app, context, updateTemplate, async ({ params: { id }, body }, { scope, account }) => {
    const change = async (tx: TenantTransaction): Promise<ImportTemplate> => {
      const template = await visibleTemplate(tx, account, id);
      if (template.shared || body.shared) requireAdmin(account);
      await changeTemplate(tx, id, body);
      return visibleTemplate(tx, account, id).catch(() => ({
        ...template,
        ...givenName(body),
        shared: false,
      }));
    };
    return scope.transaction(change).catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(body.name ?? '') : error;
    });
  });

  serve(app, context, deleteTemplate, ({ params: { id } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const template = await visibleTemplate(tx, account, id);
      if (template.shared) requireAdmin(account);
      await removeTemplate(tx, id);
      return { message: 'The template was deleted' };
    }),
  );

  serve(app, context, adaptTemplate, ({ params: { id }, body: { columns } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const plan = await templatePlan(tx, account.id, id);
      if (plan === null) throw noSuchTemplate();
      const adapted = adaptSavedMapping(plan, columns, await loadCustomFields(tx));
      return { plan: adapted, missing: missingColumns(plan, columns) };
    }),
  );

  serve(app, context, matchTemplate, ({ body: { columns } }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const customFields = await loadCustomFields(tx);
      const best = bestFit(await templatePlans(tx, account.id), columns);
      const plan = best && adaptSavedMapping(best.plan, columns, customFields);
      return { match: best && plan && { template: await visibleTemplate(tx, account, best.id), plan } };
    }),
  );
}

interface TemplatePlan {
  id: string;
  plan: SavedMapping;
}

/** The template that maps most columns, at least half of the file's, and misses none. */
function bestFit(templates: readonly TemplatePlan[], columns: readonly string[]): TemplatePlan | null {
  const mappedColumns = ({ plan }: TemplatePlan) => Object.keys(plan.fieldMapping).length;
  const [best] = templates
    .filter(
      (one) => 2 * mappedColumns(one) >= columns.length && missingColumns(one.plan, columns).length === 0,
    )
    .toSorted((one, other) => mappedColumns(other) - mappedColumns(one));
  return best ?? null;
}

/** @throws HttpError forbidden */
function requireAdmin({ isAdmin }: Caller['account']): void {
  if (!isAdmin)
    throw new HttpError('forbidden', 'Only administrators can share templates or change shared ones');
}

async function visibleTemplate(
  tx: TenantTransaction,
  account: Caller['account'],
  id: string,
): Promise<ImportTemplate> {
  const template = await findTemplate(tx, account.id, id);
  if (template === null) throw noSuchTemplate();
  return template;
}

function givenName({ name }: { name?: string | undefined }): { name?: string } {
  return name === undefined ? {} : { name };
}

function noSuchTemplate(): HttpError {
  return new HttpError('not_found', 'Template not found. It may have been deleted.');
}

function nameTaken(name: string): HttpError {
  return new HttpError('conflict', `A template named ${name} already exists`, { field: 'name' });
}
