/** Value kind: decides how a cell is parsed, stored, shown, filtered and exported. */
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

/** Heading on the screens. */
export type FieldGroup = 'Contact' | 'Location' | 'Deposit' | 'Source' | 'Status' | 'System';

interface Traits {
  /** Sample value for the public API documentation. */
  example: string;
  /** For the public API documentation; by default the label in sentence case. */
  description?: string;
  /** Users, files and programs may write the field. Default: true. */
  importable?: boolean;
  /** Matches rows to leads in update mode, never written. Default: false. */
  updateOnly?: boolean;
  /** Auto-map: words anywhere in a column name; a multi-word entry needs all of them. */
  keywords?: readonly string[];
  /** Auto-map: names that match a whole column name. */
  aliases?: readonly string[];
  /** Enables filtering by value; names the list in `leadFilterValues`, such as `brands`. */
  filter?: string;
}

/** A described field of any key and kind. */
export interface AnyField extends Required<Omit<Traits, 'filter'>> {
  key: string;
  /** Column of `leads`. */
  column: string;
  label: string;
  kind: FieldKind;
  group: FieldGroup;
  /** Importable and not just an update key. */
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
  const {
    importable = true,
    updateOnly = false,
    example,
    description = sentence(label),
    filter = null,
  } = traits;
  return {
    ...{ key, label, kind, group, example, description, importable, updateOnly },
    column: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<K>,
    written: (importable && !updateOnly) as Written<T>,
    filter: filter as Filter<T>,
  };
}

/** Returns `Landing page` for `Landing Page`; abbreviations keep their capitals. */
function sentence(label: string): string {
  return label.replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
}
