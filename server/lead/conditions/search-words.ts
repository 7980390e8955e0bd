import { foldText } from '../values/fold-text.ts';

/** A part of a word that a lead must have; `digits` if it looks like a phone number. */
export interface SearchWord {
  text: string;
  digits: string | null;
}

/** Fewer digits behind 0 are in too many numbers; 8 is dialed in Russia and Kazakhstan, 80 in Belarus. */
const TRUNK_PREFIX = /^(?:0+(?=[1-9]\d{2})|80(?=\d{9}$)|8(?=[1-9]\d{9}$))/;
const PHONE_LIKE = /^[\d\s()+./·_\p{Pd}]+$/u;

/** In any order; digits that follow each other are one number. Null without a word. */
export function searchWords(term: string): SearchWord[] | null {
  const parts = foldText(term).match(/[^\s,;]+/g) ?? [];
  const words = parts.filter((part) => /[^\p{P}+]/u.test(part));
  const found: string[] = [];
  for (const word of words.length > 0 ? words : parts) {
    const last = found.at(-1);
    if (last !== undefined && PHONE_LIKE.test(last + word)) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  const isPart = (word: string) => found.some((other) => other !== word && other.includes(word));
  const wanted = [...new Set(found)].filter((word) => !isPart(word)).map(searchWord);
  return wanted.length === 0 ? null : wanted;
}

function searchWord(text: string): SearchWord {
  // 00 before a country code stands for the +, which isn't stored.
  const number = PHONE_LIKE.test(text) ? text.replace(/^(\+|00)(.*)\(0\)/, '$1$2') : '';
  const digits = number.replace(/\D/g, '').replace(/^00/, '');
  // Nor is the trunk prefix: 0151 234 is a part of +49151234.
  const national = digits.replace(TRUNK_PREFIX, '');
  if (national !== digits && /^[\d\s]+$/.test(text)) return { text: national, digits: null };
  return { text, digits: digits === '' ? null : national };
}
