import type { ImportField } from '#contract/lead-fields.ts';

/** Names of columns in one language, as CRMs, mailing tools, shops and address books export them. */
export interface HeaderLanguage {
  /** Separated by commas; `name` is a full name. Case, accents and signs don't matter. */
  names: Partial<Record<ImportField['key'] | 'name', string>>;
  /** Full names, but first names next to a column of last names, and the other way round. */
  halfName: string;
  /** Words that never matter, such as articles. */
  articles: string;
  /** Leave the meaning of a name, as those for the person (`Telefon Kunde`). */
  beside: string;
  /** Make another column the better choice (`Telefon geschäftlich`). */
  doubtful: string;
  /** With the parts of an address (`Adres domowy - ulica`). */
  address: string;
}
