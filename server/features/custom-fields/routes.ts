import type { FastifyInstance } from 'fastify';
import {
  createCustomField,
  customFieldUsage,
  deleteCustomField,
  listCustomFields,
  updateCustomField,
} from '#contract/custom-fields.ts';
import {
  type CustomField,
  countHolders,
  findCustomField,
  loadCustomFields,
} from '../../lead/custom-fields/reads.ts';
import { isLeadFieldName } from '../../lead/mapping/auto-map.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { countText } from '../../platform/message-text.ts';
import { changeCustomField, hideCustomField, insertCustomField } from './writes.ts';

/** A file's column of that name would map to the lead's own field. */
function refuseLeadField(name: string, field: 'name' | 'label'): void {
  if (!isLeadFieldName(name)) return;
  throw new HttpError('conflict', `${name} is a standard field of every lead. Choose another name.`, {
    field,
  });
}

function isNamed(field: CustomField, name: string): boolean {
  return [field.name, field.label].some((one) => foldText(one) === foldText(name));
}

function nameTaken(name: string, field: 'name' | 'label'): HttpError {
  return new HttpError('conflict', `A custom field named ${name} already exists`, { field });
}

/** @throws HttpError invalid_input for a choice without options, or options of another field */
function refuseOptions({ type, options }: Pick<CustomField, 'type' | 'options'>, isGiven = true): void {
  const isChoice = type === 'choice';
  if (!isGiven || isChoice === options.length > 0) return;
  const message = isChoice ? 'Enter at least one value' : 'Only a choice list has values';
  throw new HttpError('invalid_input', `options: ${message}`, { field: 'options' });
}

export function customFieldRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listCustomFields, (_input, { scope }) => scope.transaction(loadCustomFields));

  serve(app, context, createCustomField, ({ body }, caller) =>
    caller.scope.transaction(async (tx) => {
      refuseLeadField(body.name, 'name');
      refuseOptions(body);
      const isShown = (await loadCustomFields(tx)).some((one) => isNamed(one, body.name));
      const field = isShown ? null : await insertCustomField(tx, body);
      if (field === null) throw nameTaken(body.name, 'name');
      const details = { type: field.type, required: field.required };
      await writeAudit(tx, { action: 'create_field', ...editorOf(caller), resource: field.name, details });
      await notifyChanges(tx, { type: 'fields' });
      return field;
    }),
  );

  serve(app, context, updateCustomField, ({ params: { id }, body }, caller) =>
    caller.scope.transaction(async (tx) => {
      const before = await known(tx, id);
      const { label = before.label, options = before.options } = body;
      const field = { ...before, label, options };
      refuseOptions(field, body.options !== undefined);
      if (label !== before.label) {
        if (label !== before.name) refuseLeadField(label, 'label');
        const others = (await loadCustomFields(tx)).filter((one) => one.id !== id);
        if (others.some((one) => isNamed(one, label))) throw nameTaken(label, 'label');
      }
      await changeCustomField(tx, field);
      const details = {
        ...(label !== before.label && { from: before.label, to: label }),
        ...(body.options && { options: options.join(', ') }),
      };
      await writeAudit(tx, { action: 'update_field', ...editorOf(caller), resource: before.name, details });
      await notifyChanges(tx, { type: 'fields' });
      return field;
    }),
  );

  serve(app, context, customFieldUsage, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      const field = await known(tx, id);
      return { leads: await countHolders(tx, field.name) };
    }),
  );

  serve(app, context, deleteCustomField, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const field = await known(tx, id);
      const leads = await countHolders(tx, field.name);
      if (!(await hideCustomField(tx, id))) throw noSuchField();
      await writeAudit(tx, {
        action: 'delete_field',
        ...editorOf(caller),
        resource: field.name,
        details: { leads },
      });
      await notifyChanges(tx, { type: 'fields' });
      const holders =
        leads === 1 ? '1 lead loses its value' : `${countText(leads, 'lead')} lose their values`;
      return { message: `The field ${field.name} was deleted; ${holders}` };
    }),
  );
}

async function known(tx: TenantTransaction, id: string): Promise<CustomField> {
  const field = await findCustomField(tx, id);
  if (field === null) throw noSuchField();
  return field;
}

function noSuchField(): HttpError {
  return new HttpError('not_found', 'Custom field not found. It may have been deleted.');
}
