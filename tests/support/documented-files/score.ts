import { customFieldName, WRITTEN_FIELDS } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import type { Upload } from '#contract/uploads.ts';
import type { DocumentedColumn, DocumentedFile } from './documented-file.ts';

/** How many of a file's columns and values were mapped rightly, and which were not. */
export interface Score {
  columns: Tally;
  values: Tally;
  wrong: string[];
}

interface Tally {
  right: number;
  all: number;
}

type SuggestedMapping = Pick<Upload, 'suggestedMapping' | 'nameColumn'>;

/**
 * Compares the suggested mapping and the imported leads with what the file documents. `leads` holds the lead of each data
 * row, null for rows that were not imported.
 *
 * Each cell of a column with a target is a value. A value that a lead holds without such a cell counts as a wrong one,
 * except the default status and the country of a phone number.
 */
export function scoreOf(
  file: DocumentedFile,
  suggested: SuggestedMapping,
  leads: readonly (Lead | null)[],
): Score {
  const score: Score = { columns: { right: 0, all: 0 }, values: { right: 0, all: 0 }, wrong: [] };
  for (const column of file.columns) {
    const found = targetOf(suggested, column.header);
    count(
      score,
      'columns',
      found === column.target,
      () => `column ${column.header}: ${found}, not ${column.target}`,
    );
  }
  for (const [row, lead] of leads.entries()) countRow(score, file, row, lead);
  return score;
}

function targetOf({ suggestedMapping, nameColumn }: SuggestedMapping, header: string): string | null {
  return suggestedMapping[header] ?? (nameColumn === header ? 'name' : null);
}

function countRow(score: Score, { columns }: DocumentedFile, row: number, lead: Lead | null): void {
  const filled = columns.filter(({ target, cells }) => target !== null && cells[row]?.text !== '');
  for (const column of filled) {
    const stored = lead && storedValue(lead, column);
    const expected = column.cells[row]?.stored ?? '';
    const cell = `row ${row + 2}, ${column.header} "${column.cells[row]?.text}"`;
    count(score, 'values', stored === expected, () => `${cell}: "${stored}", not "${expected}"`);
  }
  if (lead)
    for (const key of unexpectedFields(lead, filled)) {
      count(score, 'values', false, () => `row ${row + 2}: ${key} "${lead[key]}" from nowhere`);
    }
}

function count(score: Score, kind: 'columns' | 'values', isRight: boolean, say: () => string): void {
  score[kind].all += 1;
  if (isRight) score[kind].right += 1;
  else score.wrong.push(say());
}

function storedValue(lead: Lead, { target }: DocumentedColumn): string {
  if (target === 'name') return `${lead.firstName ?? ''} ~ ${lead.lastName ?? ''}`.trim();
  const custom = customFieldName(target ?? '');
  const value: unknown = custom === null ? lead[target as keyof Lead] : lead.customData[custom];
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

function unexpectedFields(lead: Lead, filled: readonly DocumentedColumn[]): (keyof Lead)[] {
  const expected = new Set(
    filled.flatMap(({ target }) => (target === 'name' ? ['firstName', 'lastName'] : [target])),
  );
  return WRITTEN_FIELDS.map(({ key }) => key).filter((key) => {
    if (expected.has(key) || key === 'country' || (key === 'status' && lead.status === 'new')) return false;
    const value = lead[key];
    return Array.isArray(value) ? value.length > 0 : value !== null;
  });
}
