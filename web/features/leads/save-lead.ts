import type { QueryClient } from '@tanstack/react-query';
import type { SentTo } from '#contract/endpoint.ts';
import { customFieldName } from '#contract/lead-fields.ts';
import { leadFilterValues } from '#contract/lead-values.ts';
import { countLeads, type Lead, type updateLead } from '#contract/leads.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { CellProblem, Conflict } from './cell-marks.ts';
import { bodyOf, conflictingValue, type FieldValue, sameFieldValue } from './fields/editable-fields.ts';
import { leadQuery, showLead } from './queries.ts';
import { sendEdit } from './unsent-edits.ts';

/** By field. */
export type LeadValues = Readonly<Record<string, FieldValue>>;

type FieldProblems = Record<string, CellProblem>;

/** New values of a lead, and the values the user saw. */
export interface LeadCellEdits {
  lead: Lead;
  values: LeadValues;
  seen: LeadValues;
}

export interface SavedLead {
  problems: FieldProblems;
  /** With the values that other users have written. */
  current: Lead;
}

/**
 * Saves a lead's fields optimistically, if they still have the values the user saw; rejected fields
 * don't stop the others.
 */
export async function saveLead(client: QueryClient, edit: LeadCellEdits): Promise<SavedLead> {
  const { lead, values } = edit;
  showLead(client, withValues(lead, values));
  const mutation = client.getMutationCache().build(client, {
    // Serializes saves of a lead, including the drawer's.
    scope: { id: `lead:${lead.id}` },
    // Starts offline too, so that the browser keeps the edit.
    networkMode: 'always',
    mutationFn: () => writeFields(client, edit),
  });
  const saved = await mutation.execute(undefined);
  showLead(client, saved.current);
  return saved;
}

/** Refetches counts and filter values after saves. */
export function refreshCounts(client: QueryClient): void {
  for (const { path } of [countLeads, leadFilterValues]) void client.invalidateQueries({ queryKey: [path] });
}

/** Repeats without rejected fields until the server accepts. */
async function writeFields(client: QueryClient, { lead, values, seen }: LeadCellEdits): Promise<SavedLead> {
  const problems: FieldProblems = {};
  let current = lead;
  let left = Object.keys(values);
  while (left.length > 0) {
    const body = { ...bodyOf(pick(values, left)), expected: bodyOf(pick(seen, left)) };
    try {
      const { warnings, ...saved } = await sendEdit(lead.id, body as SentTo<typeof updateLead>['body']);
      for (const { field, message } of warnings ?? []) {
        problems[field] = { tone: 'caution', message, wanted: values[field] ?? null };
      }
      client.setQueryData(leadQuery(lead.id).queryKey, saved);
      return { problems, current: saved };
    } catch (error) {
      const refused = refusedFields(error as Error, pick(values, left));
      for (const [field, problem] of Object.entries(refused)) {
        if (isStored(problem)) void client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
        else problems[field] = problem;
        if (problem.conflict) current = withValue(current, field, problem.conflict.current);
      }
      left = left.filter((field) => refused[field] === undefined);
    }
  }
  return { problems, current };
}

/** Detects a value stored by a first try whose answer was lost. */
function isStored({ conflict, wanted }: CellProblem): boolean {
  return conflict !== undefined && sameFieldValue(conflict.current, wanted);
}

/** Returns the fields an error names, else all. */
function refusedFields(error: Error, values: LeadValues): FieldProblems {
  const named = namedFields(error).filter((field) => field in values);
  const fields = named.length > 0 ? named : Object.keys(values);
  return Object.fromEntries(fields.map((field) => [field, problemOf(error, field, values[field] ?? null)]));
}

function namedFields(error: Error): string[] {
  if (!(error instanceof ApiError)) return [];
  const { current, field } = error.reply;
  const custom = current?.['customData'];
  const nested = typeof custom === 'object' && custom !== null ? Object.keys(custom) : [];
  return [
    ...Object.keys(current ?? {}),
    ...nested.map((name) => `custom:${name}`),
    ...(field ? [field] : []),
  ];
}

function problemOf(error: Error, field: string, wanted: FieldValue): CellProblem {
  const refused = { tone: 'negative', wanted } as const;
  if (!(error instanceof ApiError))
    return { ...refused, message: 'Not saved. Check your connection and try again.' };
  const { existingLeadId } = error.reply;
  const conflict = conflictIn(error, field, wanted);
  if (conflict) return { ...refused, message: 'Someone else just changed this', conflict };
  return { ...refused, message: error.serverMessage ?? 'Not saved. Please try again.', existingLeadId };
}

function conflictIn({ status, reply }: ApiError, field: string, wanted: FieldValue): Conflict | null {
  if (status !== 409 || reply.current === undefined) return null;
  return { current: conflictingValue(reply.current, field), changedBy: reply.changedBy, wanted };
}

function withValues(lead: Lead, values: LeadValues): Lead {
  return Object.entries(values).reduce((next, [field, value]) => withValue(next, field, value), lead);
}

function pick(values: LeadValues, fields: readonly string[]): Record<string, FieldValue> {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}

/** Returns a copy with another value; only the server knows whether a phone is valid. */
function withValue<L extends Lead>(lead: L, field: string, value: FieldValue): L {
  const custom = customFieldName(field);
  if (field === 'phone') return { ...lead, phone: value, numberValid: null };
  if (custom === null) return { ...lead, [field]: value ?? (field === 'tags' ? [] : null) };
  const { [custom]: _before, ...others } = lead.customData;
  const held = value === null || Array.isArray(value) ? others : { ...others, [custom]: value };
  return { ...lead, customData: held };
}
