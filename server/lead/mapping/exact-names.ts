import { squash } from './header-words.ts';

/** Squashed key and label, by which a field is always found. */
export function exactNames(field: { key: string; label: string; kind?: string }): string[] {
  // `OwnerId` is a column of other systems' ids.
  return (field.kind === 'user' ? [field.label] : [field.key, field.label]).map(squash);
}
