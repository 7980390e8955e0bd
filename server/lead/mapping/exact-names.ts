import { squash } from './header-words.ts';

/** Returns the squashed names by which a field is always found: its key and its label. */
export function exactNames(field: { key: string; label: string }): string[] {
  return [squash(field.key), squash(field.label)];
}
