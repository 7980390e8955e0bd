import { foldText } from './fold-text.ts';

/** Words for yes, as people and spreadsheets write them in ten languages. Case and accents don't matter. */
const YES =
  'yes y true t 1 on ja j wahr oui vrai sí si s verdadero cierto sim verdadeiro sì vero waar tak prawda evet doğru да истина';
/** Words for no in the same languages. */
const NO = 'no n false f 0 off nein falsch non faux falso não nao nee onwaar nie fałsz hayır yanlış нет ложь';

const BOOLEANS = new Map([
  ...YES.split(' ').map((word) => [foldText(word), true] as const),
  ...NO.split(' ').map((word) => [foldText(word), false] as const),
]);

/** Returns the meaning of a word for yes or no, or null for any other text. */
export function booleanOfWord(text: string): boolean | null {
  return BOOLEANS.get(foldText(text.trim())) ?? null;
}
