import { foldText } from './fold-text.ts';

/**
 * Words for the statuses that the screens know, in ten languages and as other programs export them, separated by `; `.
 * Words whose meaning depends on the program, such as `active`, are left out.
 */
const WORDS: Record<string, string> = {
  new:
    'new; new lead; open; open - not contacted; not contacted; uncontacted; untouched; fresh; incoming; ' +
    'neu; neuer lead; offen; nicht kontaktiert; unbearbeitet; nouveau; nouvelle; ouvert; non contacté; pas contacté; ' +
    'nuevo; nueva; abierto; sin contactar; no contactado; nuovo; nuova; aperto; non contattato; da contattare; ' +
    'novo; nova; aberto; não contatado; não contactado; nieuw; nieuwe lead; niet gecontacteerd; niet benaderd; ' +
    'nowy; nowa; nowe; otwarty; niekontaktowany; новый; новая; новое; новый лид; открыт; не обработан; необработанный; ' +
    'yeni; yeni aday; açık; iletişime geçilmedi',
  contacted:
    'contacted; working - contacted; connected; in contact; reached; spoken to; called; emailed; ' +
    'kontaktiert; angerufen; in kontakt; erreicht; contacté; contactée; appelé; joint; ' +
    'contactado; contactada; llamado; en contacto; contattato; contattata; chiamato; in contatto; ' +
    'contatado; contatada; em contato; em contacto; gecontacteerd; gecontacteerde; benaderd; gebeld; in contact; ' +
    'skontaktowano; skontaktowany; w kontakcie; связались; установлен контакт; контакт установлен; в контакте; ' +
    'iletişime geçildi; arandı; görüşüldü',
  qualified:
    'qualified; qualified lead; sales qualified; sales qualified lead; sql; pre-qualified; ' +
    'qualifiziert; vorqualifiziert; qualifié; qualifiée; cualificado; cualificada; calificado; calificada; ' +
    'qualificato; qualificata; qualificado; qualificada; gekwalificeerd; ' +
    'zakwalifikowany; kwalifikowany; квалифицирован; квалифицированный; квалифицированный лид; nitelikli; nitelikli aday',
  converted:
    'converted; closed - converted; won; closed won; closed - won; deal won; customer; became customer; ' +
    'konvertiert; gewonnen; kunde; abgeschlossen - gewonnen; converti; convertie; gagné; gagnée; client; ' +
    'convertido; convertida; ganado; ganada; cliente; convertito; convertita; vinto; vinta; ' +
    'ganho; ganha; geconverteerd; omgezet; klant; skonwertowany; wygrany; wygrana; klient; ' +
    'конвертирован; конвертированный; успешно реализовано; выигран; клиент; dönüştürüldü; kazanıldı; müşteri',
};

const STATUS_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([status, words]) =>
    words.split('; ').map((word) => [wordKey(word), status] as const),
  ),
);

/** The statuses that the screens know, in the order of a sale. */
export const KNOWN_STATUS_LIST: readonly string[] = Object.keys(WORDS);

/** Returns the known status that a word stands for, in ten languages, or null. */
export function statusOfWord(text: string): string | null {
  return STATUS_OF_WORD.get(wordKey(text)) ?? null;
}

/** Folds a word; blanks, hyphens and underscores between its parts count as one blank. */
function wordKey(text: string): string {
  return foldText(text)
    .replace(/[\s_\-‐-―]+/gu, ' ')
    .trim();
}
