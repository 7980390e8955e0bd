import type { ImportField } from '#contract/lead-fields.ts';

/** Names of columns in one language, as exports of CRMs, mailing tools, shops and address books have them. */
export interface HeaderLanguage {
  /** Names of a lead field, separated by commas. `name` is a full name. Case, accents and signs don't matter. */
  names: Partial<Record<ImportField['key'] | 'name', string>>;
  /** Names that mean a full name, but hold first names next to a column of last names, and the other way round. */
  halfName: string;
  /** Words that never matter, such as articles. */
  articles: string;
  /** Words that leave the meaning of a name as it is, such as those for the person (`Telefon Kunde`). */
  beside: string;
  /** Words that make another column the better choice, such as those for the workplace (`Telefon geschäftlich`). */
  doubtful: string;
  /** Words for the address, next to the names of its parts (`Adres domowy - ulica`). */
  address: string;
}
