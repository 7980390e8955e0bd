import { isDeepStrictEqual } from 'node:util';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadEvent } from '#contract/leads.ts';
import type { LeadNames } from '../lead-reads.ts';
import type { ColumnChanges } from '../rows/lead-row.ts';

/** A stored timeline event. */
export interface EventRow {
  id: string;
  kind: string;
  changes: ColumnChanges;
  detail: string | null;
  actor: string;
  createdAt: Date;
}

const KEY_OF_COLUMN = new Map<string, string>(LEAD_FIELDS.map((field) => [field.column, field.key]));

/** Converts a stored event to its form in the contract: without columns that no screen shows, statuses and owners by their present names. */
export function pointOf(row: EventRow, { statuses, owners }: LeadNames): LeadEvent {
  const shown = (column: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (column === 'owner_id') return owners.get(value) ?? 'a deleted user';
    return column === 'status' ? statuses.nameOf(value) : value;
  };
  return {
    id: row.id,
    kind: row.kind as LeadEvent['kind'],
    changes: Object.entries(row.changes).flatMap(([column, [before, after]]) =>
      column === 'custom_data'
        ? customChanges(before, after)
        : fieldChanges(column, shown(column, before), shown(column, after)),
    ),
    detail: row.detail,
    actor: row.actor,
    createdAt: row.createdAt.toISOString(),
  };
}

function fieldChanges(column: string, before: unknown, after: unknown): LeadEvent['changes'] {
  const field = KEY_OF_COLUMN.get(column);
  return field === undefined || isDeepStrictEqual(before, after) ? [] : [{ field, before, after }];
}

function customChanges(before: unknown, after: unknown): LeadEvent['changes'] {
  const [held, holds] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...Object.keys(held), ...Object.keys(holds)])];
  return names
    .filter((name) => held[name] !== holds[name])
    .map((name) => ({
      field: `custom:${name}`,
      before: held[name] ?? null,
      after: holds[name] ?? null,
    }));
}

function valuesOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}
