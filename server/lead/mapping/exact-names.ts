import { squash } from './header-words.ts';

/** Squashed key and label, by which a field is always found. */
export function exactNames(field: { key: string; label: string }): string[] {
  return [squash(field.key), squash(field.label)];
}
