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
  | 'user'
  | 'boolean';

/** Heading that groups fields on the screens. */
export type FieldGroup = 'Contact' | 'Location' | 'Deposit' | 'Source' | 'Status' | 'System';

interface Traits {
  /** A value, as files and programs write it; shown in the documentation of the public API. */
  example: string;
  /** Files, people and programs may write the field. Default: true. */
  importable?: boolean;
  /** Files alone write the field: it has calls of its own. Default: false. */
  importOnly?: boolean;
  /** Only a key that finds the lead of a row: importable in update mode, never written. Default: false. */
  updateOnly?: boolean;
  /** Gives leads a filter by value; the name of the list of values in the reply of `leadFilterValues`, such as `brands`. */
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
  /** People and programs write the field into leads: it is importable and not just an update key. */
  written: boolean;
  filter: string | null;
}

type SnakeCase<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : '';

type Written<T extends Traits> = T extends { importable: false } | { importOnly: true } | { updateOnly: true }
  ? false
  : true;

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
  const { importable = true, importOnly = false, updateOnly = false, example, filter = null } = traits;
  return {
    ...{ key, label, kind, group, example, importable, importOnly, updateOnly },
    column: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<K>,
    written: (importable && !importOnly && !updateOnly) as Written<T>,
    filter: filter as Filter<T>,
  };
}
