import {
  type CustomFieldSpec,
  customFieldName,
  importField,
  isOtherTarget,
  NOTE_TARGET,
  targetLabel,
} from '#contract/lead-fields.ts';

/** A mapping with the context to validate it against. */
export interface MappingToCheck {
  columns: readonly string[];
  mapping: Readonly<Record<string, string>>;
  customFields: readonly Pick<CustomFieldSpec, 'name'>[];
  nameSplit?: { column: string } | null;
  mode: 'create' | 'update' | 'createOrUpdate';
  matchField?: 'email' | 'phone' | 'id';
}

/**
 * Returns the first problem as a message for the user, or null.
 * Rule: columns are in the file; targets are importable fields, custom fields, the note or the calling code; no two columns feed one field, except the note
 * (of the two HLR and WhatsApp targets one counts); at least one column is mapped; the Lead ID only in update mode, where the match field
 * has a column.
 */
export function validateMapping(input: MappingToCheck): string | null {
  const entries = Object.entries(input.mapping);
  return (
    unknownColumn(input) ??
    first(entries, ([, target]) => unknownTarget(target, input)) ??
    collision(entries) ??
    (entries.length === 0 ? 'Map at least one column to a lead field' : null) ??
    missingMatchField(input)
  );
}

function unknownColumn({ columns, mapping, nameSplit }: MappingToCheck): string | null {
  const named = [...Object.keys(mapping), ...(nameSplit ? [nameSplit.column] : [])];
  const known = new Set(columns);
  const unknown = named.find((column) => !known.has(column));
  return unknown === undefined ? null : `The file has no column "${unknown}"`;
}

function unknownTarget(target: string, { customFields, mode }: MappingToCheck): string | null {
  const name = customFieldName(target);
  if (name !== null) {
    return customFields.some((field) => field.name === name) ? null : `There is no custom field "${name}"`;
  }
  if (isOtherTarget(target)) return null;
  const field = importField(target);
  if (!field) return `There is no lead field "${target}" to import into`;
  return field.updateOnly && mode === 'create'
    ? `${field.label} can be mapped only when leads are updated`
    : null;
}

function collision(entries: readonly (readonly [string, string])[]): string | null {
  const columnByField = new Map<string, string>();
  return first(entries, ([column, target]) => {
    if (target === NOTE_TARGET) return null;
    const stored = importField(target)?.storedIn ?? target;
    const other = columnByField.get(stored);
    columnByField.set(stored, column);
    return other === undefined
      ? null
      : `The columns "${other}" and "${column}" are both mapped to ${targetLabel(stored)}`;
  });
}

function missingMatchField({ mapping, mode, matchField }: MappingToCheck): string | null {
  if (mode === 'create') return null;
  if (matchField === undefined) return 'Choose the field to match leads by';
  if (Object.values(mapping).includes(matchField)) return null;
  return `Map a column to ${importField(matchField)?.label ?? matchField} to match leads by it`;
}

function first<T>(values: readonly T[], problemOf: (value: T) => string | null): string | null {
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== null) return problem;
  }
  return null;
}
