/** A literal, or `null` for a digit that is shown in any case, `undefined` for one that isn't. */
type MaskToken = string | null | undefined;

interface MaskSection {
  /** Null without a condition. */
  holds: ((value: number) => boolean) | null;
  /** Null if it isn't a mask. */
  tokens: MaskToken[] | null;
}

/** Sections of a number format that puts digits between literals, such as `00000-0000` and `"A-"000`. */
export type DigitMask = readonly MaskSection[];

/** Characters that Excel shows without quotes. */
const BARE_LITERALS = " -+():!&'~{}=<>^$";

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
};

/** Returns null for amounts, and for other codes that show the number itself. */
export function digitMask(code: string): DigitMask | null {
  const sections = code
    .match(/(?:"[^"]*"?|\\.|\[[^\]]*\]?|[^;"\\[])+/g)
    ?.slice(0, 4)
    .map(maskSection);
  return sections?.some(({ tokens }) => tokens !== null) ? sections : null;
}

function maskSection(section: string): MaskSection {
  const tokens: MaskToken[] = [];
  let holds: MaskSection['holds'] = null;
  let isMask = true;
  for (const [part] of section.matchAll(/"[^"]*"?|\\.|[_*].?|\[[^\]]*\]?|[\s\S]/gu)) {
    const first = part.charAt(0);
    if (first === '"') tokens.push(part.replaceAll('"', ''));
    else if (first === '\\') tokens.push(part.slice(1));
    else if (first === '[') {
      holds ??= condition(part);
      const sign = /^\[\$([^-\]]+)/.exec(part)?.[1];
      if (sign !== undefined) tokens.push(sign);
    } else if (part === '0') tokens.push(null);
    else if (part === '#' || part === '?') tokens.push(undefined);
    else if (BARE_LITERALS.includes(part)) tokens.push(part);
    else if (first !== '_' && first !== '*') isMask = false;
  }
  return { holds, tokens: isMask && isFixed(tokens, holds !== null) ? tokens : null };
}

/** Several zeros, or digits before the first place: a code rather than an amount. */
function isFixed(tokens: readonly MaskToken[], hasCondition: boolean): boolean {
  const firstPlace = tokens.findIndex((token) => typeof token !== 'string');
  if (firstPlace === -1) return false;
  const literals = tokens.filter((token) => typeof token === 'string').join('');
  if (/\p{Sc}/u.test(literals) || (literals === '' && !hasCondition)) return false;
  const zeros = tokens.filter((token) => token === null).length;
  return zeros >= 2 || /\d/.test(tokens.slice(0, firstPlace).join(''));
}

function condition(bracket: string): MaskSection['holds'] {
  const [, sign = '', limit = ''] = /^\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/.exec(bracket) ?? [];
  const compare = COMPARISONS[sign];
  return compare === undefined ? null : (value) => compare(value, Number(limit));
}

/** Returns null if `digits` is shown as it is. */
export function maskedText(digits: string, mask: DigitMask): string | null {
  const value = Number(digits);
  const section = mask.find(({ holds }) => holds === null || holds(value));
  if (!section?.tokens) return null;
  const { tokens } = section;
  const leftmost = tokens.findIndex((token) => typeof token !== 'string');
  let left = digits.length;
  let shown = '';
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at];
    if (typeof token === 'string') shown = token + shown;
    else if (at === leftmost && left > 0) shown = digits.slice(0, left) + shown;
    else if (left > 0) {
      left -= 1;
      shown = digits.charAt(left) + shown;
    } else if (token === null) shown = `0${shown}`;
  }
  return shown.trim();
}
