import { arrayLiteral } from '../../platform/db/array-literal.ts';
import type { StoredColumn } from '../fields.ts';
import type { StoredLead } from './stored-lead.ts';

type Value = StoredLead[StoredColumn];

/** Without quotes the word null would be none. */
const WORD = /^(?!null$)\w+$/i;

/**
 * What leads hold in each of `columns`, as one array a column. A column that none holds anything in is empty: unnest
 * fills up with null.
 */
export function columnLiterals(leads: readonly StoredLead[], columns: readonly StoredColumn[]): string[] {
  const gathered = columns.map(() => new ColumnTexts(leads.length));
  // Lead by lead, for one lies in memory as a whole.
  leads.forEach((lead, place) => {
    for (let at = 0; at < columns.length; at++) {
      const value = lead[columns[at] as StoredColumn];
      if (value !== null) gathered[at]?.put(place, value);
    }
  });
  return gathered.map((column) => column.literal());
}

/** What `arrayLiteral` answers. Where nothing has to be escaped texts are put together at once, not one by one. */
export function textsLiteral(texts: readonly string[]): string {
  return texts.every(isPlain) ? plainLiteral(texts) : arrayLiteral(texts);
}

/** The texts of a column. Many leads hold in it what the one before them holds, which is written but once. */
class ColumnTexts {
  private readonly length: number;
  private readonly texts: (string | null)[] = [];
  private last: Value = null;
  private text = '';
  private held = 0;
  private isPlain = true;

  constructor(length: number) {
    this.length = length;
  }

  put(place: number, value: NonNullable<Value>): void {
    if (this.held === 0) this.makeRoom();
    if (value !== this.last) {
      this.last = value;
      this.text = valueText(value);
      this.isPlain &&= isPlain(this.text);
    }
    this.texts[place] = this.text;
    this.held++;
  }

  literal(): string {
    if (this.held === 0) return '{}';
    return this.isPlain && this.held === this.length ? plainLiteral(this.texts) : arrayLiteral(this.texts);
  }

  /** At once: a list that grew would be copied again and again. */
  private makeRoom(): void {
    this.texts.length = this.length;
    this.texts.fill(null);
  }
}

/** The array of texts none of which is null or has to be escaped. */
function plainLiteral(texts: readonly (string | null)[]): string {
  return texts.length === 0 ? '{}' : `{"${texts.join('","')}"}`;
}

function valueText(value: NonNullable<Value>): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return tagsLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Words need no quotes, which the array around them would have to escape. */
function tagsLiteral(tags: readonly string[]): string {
  return tags.every((tag) => WORD.test(tag)) ? `{${tags.join(',')}}` : arrayLiteral(tags);
}

function isPlain(text: string): boolean {
  return !text.includes('"') && !text.includes('\\');
}
