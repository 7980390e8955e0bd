/** Kind of a field's values: decides how a cell is read, stored, shown, filtered and exported. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'email'
  | 'phone'
  | 'country'
  | 'amount'
  | 'date'
  | 'datetime'
  | 'ip'
  | 'tags'
  | 'status'
  | 'boolean';

/** Heading of a field on the screens. */
export type FieldGroup = 'Contact' | 'Location' | 'Deposit' | 'Source' | 'Status' | 'System';

interface Traits {
  /** A value as a file or a program may write it; the documentation of the public API shows it. */
  example: string;
  /** Description in the documentation of the public API. Default: the label. */
  description?: string;
  /** Whether files, people and programs may write it. Default: true. */
  importable?: boolean;
  /** Names the lead of a row and is never written: importable in update mode only. */
  updateOnly?: boolean;
  /** Auto-map: words that may stand anywhere in a column name; of an entry with spaces, all words. */
  keywords?: readonly string[];
  /** Auto-map: other names, which must be the whole column name. */
  aliases?: readonly string[];
  /**
   * Leads are filtered by the values of the field. The text names the list of these values in the reply of
   * `leadFilterValues`, such as `brands`.
   */
  filter?: string;
}

/** A described field, whatever its key and kind. */
export interface AnyField extends Required<Omit<Traits, 'filter'>> {
  key: string;
  /** Column of the table `leads`. */
  column: string;
  label: string;
  kind: FieldKind;
  group: FieldGroup;
  /** Whether people and programs write it into a lead: importable, and more than the lead's name. */
  written: boolean;
  filter: string | null;
}

type SnakeCase<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : '';

type Written<T extends Traits> = T extends { importable: false } | { updateOnly: true } ? false : true;

type Filter<T extends Traits> = T extends { filter: infer List extends string } ? List : null;

interface Described<K extends string, Kind extends FieldKind, T extends Traits> extends AnyField {
  key: K;
  column: SnakeCase<K>;
  kind: Kind;
  written: Written<T>;
  filter: Filter<T>;
}

/** Describes a field; its column is the key in snake case. */
export function field<const K extends string, const Kind extends FieldKind, const T extends Traits>(
  key: K,
  label: string,
  kind: Kind,
  group: FieldGroup,
  traits: T,
): Described<K, Kind, T> {
  const { importable = true, updateOnly = false, keywords = [], aliases = [] } = traits;
  const { example, description = sentence(label), filter = null } = traits;
  return {
    ...{ key, label, kind, group, example, description, importable, updateOnly, keywords, aliases },
    column: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<K>,
    written: (importable && !updateOnly) as Written<T>,
    filter: filter as Filter<T>,
  };
}

/** `Landing Page` as it is written within a sentence: `Landing page`. Abbreviations keep their capitals. */
function sentence(label: string): string {
  return label.replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
}
