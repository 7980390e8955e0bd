/** In ten languages, where they mean nothing else. */
const WORDS = [
  String.raw`n/a|n\.a\.?|nan|none|null|undefined|unknown|no data`,
  'not (?:available|provided|given|known|applicable|specified|set)',
  String.raw`keine|keine angaben?|k\. ?a\.|unbekannt|nicht (?:vorhanden|verfügbar|bekannt|angegeben)`,
  'aucune?|inconnue?|néant|non renseignée?|non disponible|sans objet',
  'ningun[oa]|desconocid[oa]|sin datos|s/d|no disponible|no aplica',
  'nessun[oa]|sconosciut[oa]|non (?:disponibile|applicabile)',
  'nenhuma?|desconhecid[oa]|não (?:disponível|informado|aplicável)|sem dados',
  String.raw`geen|onbekend|n\.?v\.?t\.?|niet (?:beschikbaar|bekend|van toepassing)`,
  String.raw`brak|brak danych|nieznan[yae]|nie (?:dotyczy|podano)|b\.d\.`,
  'нет данных|неизвестн[оа]|не указан[оа]?|отсутствует|н/д',
  'bilinmiyor|belirtilmemiş|mevcut değil',
].join('|');
/** Also NULL of SQL programs, errors of spreadsheets, and hyphens, dots or quotes alone. */
const NOTHING = new RegExp(
  String.raw`^(?:${WORDS}|\\n|#(?:n/[av]|nv|[\p{L}/0]+[!?])|[-\u2010-\u2015\u2212_.?…]+|["'“”„‘’\s]+|[(<[{](?:${WORDS}|empty|blank)[)>\]}])$`,
  'iu',
);
const MAX_CHARACTERS = 30;

/** A number check can end with `Unknown`. */
const CHECK_RESULTS: ReadonlySet<string> = new Set(['hlr', 'whatsapp', 'whatsappHlr']);
const UNKNOWN = /^unknown$/i;

/**
 * Returns the text, or '' for a word for nothing such as `N/A`, `(null)`, `-` or `keine Angabe`. The one rule of all fields and ways in.
 * @param field key of the lead field
 */
export function withoutNothing(text: string, field = ''): string {
  if (text.length > MAX_CHARACTERS || !NOTHING.test(text)) return text;
  return CHECK_RESULTS.has(field) && UNKNOWN.test(text) ? text : '';
}
