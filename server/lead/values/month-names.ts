const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const ALSO: Readonly<Record<string, number>> = { sept: 9, maerz: 3 };

let months: Map<string, number> | null = null;

/**
 * Returns the month, 1 to 12, named by a word in full or shortened in English, German, French, Spanish,
 * Italian, Portuguese or Dutch, ignoring case, accents and dots. Returns null for any other word.
 */
export function monthOfName(word: string): number | null {
  months ??= monthsByName();
  return months.get(plainWord(word)) ?? null;
}

function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{Mn}.]+/gu, '')
    .toLowerCase();
}

function monthsByName(): Map<string, number> {
  const table = new Map(Object.entries(ALSO));
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const name = plainWord(format.format(Date.UTC(2024, month - 1, 15)));
        // English comes first: if a short form means two months, the English one applies.
        if (!table.has(name)) table.set(name, month);
      }
    }
  }
  return table;
}
