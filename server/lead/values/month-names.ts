const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const ALSO: Readonly<Record<string, number>> = { sept: 9, maerz: 3 };

let months: Map<string, number> | null = null;

/**
 * The month, 1 to 12, that a word names in full or shortened in English, German, French, Spanish, Italian,
 * Portuguese or Dutch, in any case, with or without accents and a dot; null for any other word.
 */
export function monthOfName(word: string): number | null {
  months ??= buildTable();
  return months.get(plain(word)) ?? null;
}

function plain(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{Mn}.]+/gu, '')
    .toLowerCase();
}

function buildTable(): Map<string, number> {
  const table = new Map(Object.entries(ALSO));
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const name = plain(format.format(Date.UTC(2024, month - 1, 15)));
        // English comes first: where a short form means two months, the English one holds.
        if (!table.has(name)) table.set(name, month);
      }
    }
  }
  return table;
}
