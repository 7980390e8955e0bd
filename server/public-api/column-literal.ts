import { arrayLiteral } from '../db/array-literal.ts';
import type { StoredLead } from '../imports/pipeline/stored-lead.ts';
import type { StagedColumn } from '../imports/pipeline/write-batch-staging.ts';

type Value = StoredLead[StagedColumn];

/** What leads hold in a column, as an array. One that none holds anything in is empty: unnest fills up with null. */
export function columnLiteral(leads: readonly StoredLead[], column: StagedColumn): string {
  if (leads.every((lead) => lead[column] === null)) return '{}';
  return textsLiteral(textsOf(leads, column));
}

/** What `arrayLiteral` answers. Where nothing has to be escaped texts are put together at once, not one by one. */
export function textsLiteral(texts: readonly (string | null)[]): string {
  return texts.length > 0 && texts.every(isPlain) ? `{"${texts.join('","')}"}` : arrayLiteral(texts);
}

/** The texts of a column. Many leads hold in it what the one before them holds, which is written but once. */
function textsOf(leads: readonly StoredLead[], column: StagedColumn): (string | null)[] {
  let last: Value = null;
  let text: string | null = null;
  return leads.map((lead) => {
    const value = lead[column];
    if (value !== last) {
      last = value;
      text = valueText(value);
    }
    return text;
  });
}

function valueText(value: Value): string | null {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isPlain(text: string | null): boolean {
  return text !== null && text.indexOf('"') < 0 && text.indexOf('\\') < 0;
}
