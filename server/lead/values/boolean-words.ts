import { foldText } from './fold-text.ts';
import { readBoolean } from './normalise-text.ts';

/** In ten languages, in addition to those of `readBoolean`. */
const YES =
  'ja; j; wahr; oui; o; vrai; sí; si; s; verdadero; sì; vero; sim; verdadeiro; waar; tak; t; prawda; да; д; истина; evet; e; doğru; x; ✓; ✔; checked';
const NO =
  'nein; falsch; non; faux; falso; não; nao; nee; onwaar; nie; fałsz; нет; н; ложь; hayır; h; yanlış; ✗; ✘; unchecked';

const WORDS = new Map([
  ...YES.split('; ').map((word) => [foldText(word), true] as const),
  ...NO.split('; ').map((word) => [foldText(word), false] as const),
]);

export function booleanOfWord(text: string): boolean | null {
  return readBoolean(text) ?? WORDS.get(foldText(text.trim())) ?? null;
}
