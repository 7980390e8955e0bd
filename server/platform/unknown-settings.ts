/** A likely misspelled setting, and the one that may be meant. */
export interface UnknownSetting {
  name: string;
  meant: string | null;
}

/** Edit distance of a likely misspelling. */
const MISSPELLED = 2;

/** Returns names that are likely meant as settings. */
export function unknownSettings(names: readonly string[], settings: readonly string[]): UnknownSetting[] {
  return names.flatMap((name) => {
    if (settings.includes(name)) return [];
    const meant = settings.find((known) => known.length > 4 && differences(known, name) <= MISSPELLED);
    return meant !== undefined || name.startsWith('DATABASE_') ? [{ name, meant: meant ?? null }] : [];
  });
}

/** Levenshtein distance. */
function differences(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, otherLetter] of [...other].entries()) {
      const replaced = (row[j] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
