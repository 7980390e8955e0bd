import { useRef, useState } from 'react';
import type { z } from 'zod';
import { type HlrType, updateHlr } from '#contract/phone-checks.ts';
import type { SaleTerms } from '#contract/sale-terms.ts';
import { type IdentifierType, markSold } from '#contract/sales.ts';
import { formatNumber } from '../../lib/format.ts';
import { showFailure } from '../../lib/show-failure.ts';

export type InputMode = 'manual' | 'csv';

export interface ListDraft {
  text: string;
  file: File | null;
}

export interface HlrDraft extends ListDraft {
  hlrType: HlrType;
  statusValue: string;
}

export interface SoldDraft extends ListDraft {
  identifierType: IdentifierType;
  customerNumber: string;
}

export const EMPTY_LIST: ListDraft = { text: '', file: null };
export const EMPTY_HLR: HlrDraft = { ...EMPTY_LIST, hlrType: 'phone', statusValue: '' };
export const EMPTY_SOLD: SoldDraft = { ...EMPTY_LIST, identifierType: 'phone', customerNumber: '' };

export interface EntryNoun {
  one: string;
  many: string;
  title: string;
}

/** By identifier type. */
export const ENTRY_NOUNS: Record<IdentifierType, EntryNoun> = {
  phone: { one: 'phone number', many: 'phone numbers', title: 'Phone Numbers' },
  email: { one: 'email', many: 'emails', title: 'Emails' },
};

const BETWEEN = /[\n\r,;]+/;

/** Splits at newlines, commas and semicolons; drops blank entries. */
export function parseList(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Counts repeated entries, ignoring case. */
export function repeatedIn(entries: readonly string[]): number {
  return entries.length - new Set(entries.map((entry) => entry.toLowerCase())).size;
}

export function hlrBody({ text, hlrType, statusValue }: HlrDraft) {
  return { phoneNumbers: parseList(text), hlrType, statusValue: statusValue.trim() };
}

export function soldBody({ text, identifierType, customerNumber }: SoldDraft, terms: SaleTerms = {}) {
  return { identifiers: parseList(text), identifierType, customerNumber: customerNumber.trim(), ...terms };
}

/** Validation error: toast and control. */
export interface DraftProblem {
  title: string;
  description: string;
  at: 'list' | 'value';
}

export function fileProblem({ file }: ListDraft): DraftProblem | null {
  if (file !== null) return null;
  return { title: 'No File Selected', description: 'Please select a CSV file to upload', at: 'list' };
}

/** Returns the first validation error of a list with a status, or null. */
export function hlrProblem(draft: HlrDraft, mode: InputMode): DraftProblem | null {
  const body = hlrBody(draft);
  return (
    entriesProblem(draft, mode, body.phoneNumbers, ENTRY_NOUNS.phone) ??
    missingValue(body.statusValue, 'Status Value Required', 'Please enter a status value') ??
    (mode === 'manual' ? sizeProblem(updateHlr.input.body, body, ENTRY_NOUNS.phone) : null)
  );
}

/** Returns the first validation error of a list with a customer, or null. */
export function soldProblem(draft: SoldDraft, mode: InputMode): DraftProblem | null {
  const body = soldBody(draft);
  const noun = ENTRY_NOUNS[draft.identifierType];
  return (
    entriesProblem(draft, mode, body.identifiers, noun) ??
    missingValue(body.customerNumber, 'Customer Number Required', 'Please enter a customer number') ??
    (mode === 'manual' ? sizeProblem(markSold.input.body, body, noun) : null)
  );
}

function entriesProblem(
  draft: ListDraft,
  mode: InputMode,
  entries: readonly string[],
  { one, title }: EntryNoun,
): DraftProblem | null {
  if (mode === 'csv') return fileProblem(draft);
  if (entries.length > 0) return null;
  return { title: `No ${title}`, description: `Please enter at least one ${one}`, at: 'list' };
}

function missingValue(value: string, title: string, description: string): DraftProblem | null {
  return value === '' ? { title, description, at: 'value' } : null;
}

/** Returns the contract's size limit that a list exceeds, or null. */
function sizeProblem(schema: z.ZodType, body: object, { many }: EntryNoun): DraftProblem | null {
  const issue = schema.safeParse(body).error?.issues.find(({ code }) => code === 'too_big');
  if (issue?.code !== 'too_big') return null;
  const most = formatNumber(Number(issue.maximum));
  const [, index] = issue.path;
  if (typeof index !== 'number') {
    const description = `At most ${most} ${many} at once; upload a CSV file for more`;
    return { title: 'List Too Long', description, at: 'list' };
  }
  const description = `Entry ${formatNumber(index + 1)} is longer than ${most} characters`;
  return { title: 'Entry Too Long', description, at: 'list' };
}

/** Returns a form of the fields and, after them, the file. */
export function formOf(
  { file }: ListDraft,
  fields: Readonly<Record<string, string | undefined>> = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, value);
  if (file) form.append('file', file);
  return form;
}

/**
 * Holds a list form's values and validation error, shown in a toast and at its control until the
 * next change.
 */
export function useListDraft<D extends ListDraft>(
  empty: D,
  mode: InputMode,
  problemOf: (draft: D, mode: InputMode) => DraftProblem | null,
) {
  const [draft, setDraft] = useState(empty);
  const [problem, setProblem] = useState<(DraftProblem & { mode: InputMode }) | null>(null);
  const list = useRef<HTMLTextAreaElement>(null);
  const value = useRef<HTMLInputElement>(null);

  function edit(change: Partial<D>) {
    setDraft((now) => ({ ...now, ...change }));
    setProblem(null);
  }

  /** Returns whether the form is valid. */
  function check(): boolean {
    const found = problemOf(draft, mode);
    setProblem(found && { ...found, mode });
    if (found === null) return true;
    showFailure(found.title, found.description);
    (found.at === 'list' ? list : value).current?.focus();
    return false;
  }

  const errorAt = (at: DraftProblem['at']) =>
    problem?.at === at && problem.mode === mode ? problem.description : undefined;
  return { draft, mode, edit, check, errorAt, list, value };
}
