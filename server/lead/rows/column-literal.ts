import { arrayLiteral } from '../../platform/db/literals.ts';
import type { StoredColumn } from '../fields.ts';
import type { StoredLead } from './stored-lead.ts';

type Value = StoredLead[StoredColumn];

/** Text that an array literal can hold without quotes. Excludes the word null, which would become a null. */
const WORD = /^(?!null$)\w+$/i;

/**
 * Returns the leads' values as one array literal per column. The array of a column without any value is empty, because
 * `unnest` pads shorter arrays with null.
 */
export function columnLiterals(leads: readonly StoredLead[], columns: readonly StoredColumn[]): string[] {
  const collected = columns.map(() => new ColumnTexts(leads.length));
  // Lead by lead, because each lead's values are close together in memory.
  leads.forEach((lead, place) => {
    for (let at = 0; at < columns.length; at++) {
      const value = lead[columns[at] as StoredColumn];
      if (value !== null) collected[at]?.put(place, value);
    }
  });
  return collected.map((column) => column.literal());
}

/** Returns the same as `arrayLiteral`, faster if no text needs escaping. */
export function textsLiteral(texts: readonly string[]): string {
  return texts.every(isPlain) ? plainLiteral(texts) : arrayLiteral(texts);
}

/** Texts of a column. Converts runs of equal values, which are common, only once. */
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

  /** Allocates the whole list at once, because growing it would copy it repeatedly. */
  private makeRoom(): void {
    this.texts.length = this.length;
    this.texts.fill(null);
  }
}

/** Returns the array literal of texts of which none is null or needs escaping. */
function plainLiteral(texts: readonly (string | null)[]): string {
  return texts.length === 0 ? '{}' : `{"${texts.join('","')}"}`;
}

function valueText(value: NonNullable<Value>): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return tagsLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the array literal of tags. Avoids quotes where possible, because the enclosing array would escape them. */
function tagsLiteral(tags: readonly string[]): string {
  return tags.every((tag) => WORD.test(tag)) ? `{${tags.join(',')}}` : arrayLiteral(tags);
}

function isPlain(text: string): boolean {
  return !text.includes('"') && !text.includes('\\');
}
