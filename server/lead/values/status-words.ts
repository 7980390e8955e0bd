import { foldText } from './fold-text.ts';

/** Words for the statuses that the screens count, in ten languages. Case and accents don't matter. */
const WORDS: Readonly<Record<string, string>> = {
  new:
    'new, new lead, neu, neuer lead, nouveau, nouvelle, nuevo, nueva, novo, nova, nuovo, nuova, nieuw, nieuwe, ' +
    'nowy, nowa, yeni, новый, новая, новое, новый лид, новая заявка',
  contacted:
    'contacted, kontaktiert, contacté, contactée, contactado, contactada, contatado, contatada, contattato, ' +
    'contattata, gecontacteerd, skontaktowano, iletişime geçildi, связались',
  qualified:
    'qualified, qualifiziert, qualifié, qualifiée, calificado, calificada, cualificado, cualificada, qualificado, ' +
    'qualificada, qualificato, qualificata, gekwalificeerd, zakwalifikowany, zakwalifikowana, nitelikli, ' +
    'квалифицирован, квалифицированный',
  converted:
    'converted, konvertiert, umgewandelt, converti, convertie, convertido, convertida, convertito, convertita, ' +
    'geconverteerd, przekonwertowany, skonwertowany, przekształcony, dönüştürüldü, çevrildi, конвертирован, сконвертирован',
};

const STATUSES = new Map(
  Object.entries(WORDS).flatMap(([status, words]) =>
    words.split(', ').map((word) => [foldText(word), status] as const),
  ),
);

// Longer than any word above.
const MAX_CHARACTERS = 40;

/** Returns the status that a word means in one of ten languages: `new` for `Neu`, null for words of users' own. */
export function statusOfWord(text: string): string | null {
  return text.length > MAX_CHARACTERS ? null : (STATUSES.get(foldText(text.trim())) ?? null);
}
