const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru'];
const ALSO: Readonly<Record<string, number>> = { sept: 9, maerz: 3 };

let months: Map<string, number> | null = null;

let weekdays: Set<string> | null = null;

/** Returns whether a word is a weekday, full or shortened, in ten languages. */
export function isWeekday(word: string): boolean {
  weekdays ??= new Set(LANGUAGES.flatMap(namesOfWeekdays));
  return weekdays.has(plainWord(word));
}

/** 1 January 2024 was a Monday. */
function namesOfWeekdays(language: string): string[] {
  return (['long', 'short'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    return [1, 2, 3, 4, 5, 6, 7].map((day) => plainWord(format.format(Date.UTC(2024, 0, day))));
  });
}

/** Month from 1 of a word, full or shortened, in ten languages, ignoring case, accents and dots; or null. */
export function monthOfName(word: string): number | null {
  months ??= monthsByName();
  return months.get(plainWord(word)) ?? null;
}

function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{Mn}.]+/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i');
}

function monthsByName(): Map<string, number> {
  const table = new Map(Object.entries(ALSO));
  for (const language of LANGUAGES) {
    for (let month = 1; month <= 12; month++) {
      for (const name of namesOfMonth(language, month)) {
        // English first: if a short form means two months, the English one applies.
        if (!table.has(name)) table.set(name, month);
      }
    }
  }
  return table;
}

/** Slavic languages inflect months next to a day: март, 5 марта. */
function namesOfMonth(language: string, month: number): string[] {
  const styles = (['long', 'short'] as const).flatMap((style) => [
    { month: style },
    { day: 'numeric' as const, month: style },
  ]);
  return styles.map((style) => {
    const parts = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).formatToParts(
      Date.UTC(2024, month - 1, 15),
    );
    return plainWord(parts.find(({ type }) => type === 'month')?.value ?? '');
  });
}
