import type { BuyerAnswer } from '#contract/order-deliveries.ts';
import type { AcceptRule, AnswerCondition, AnswerMeaning, AnswerPlace } from '#contract/order-delivery.ts';
import { readAmount } from '../../values/normalise-amount.ts';
import { type AnswerDocument, readJsonAnswer, readXmlAnswer } from './answer-document.ts';

/** Meaning of an answer, with the values that its rule takes from it. */
export interface AnswerReading {
  /** `unknown`: a 2xx that no rule fits. `error`: the same request may have another answer later. */
  state: AnswerMeaning | 'unknown';
  reason: string | null;
  /** Decimal with two places. */
  price: string | null;
  reference: string | null;
}

type Documents = Record<AnswerPlace['part'], AnswerDocument | null>;

const TEXT_CHARACTERS = 300;
const HTML_PAGE = /<(?:!doctype\s+html|html|body)\b/i;
const WORD_SIGN = String.raw`[\p{L}\p{M}\p{N}_]`;

/** Reads an answer by the rules of an order: the first rule whose conditions all hold decides. */
export function readAnswer(rules: readonly AcceptRule[], { status, body }: BuyerAnswer): AnswerReading {
  const text = body.replace(/^\uFEFF/, '').trim();
  const documents = { json: readJsonAnswer(text), xml: readXmlAnswer(text) };
  const rule = rules.find(({ when }) => when.every((one) => holds(one, { status, text, documents })));
  if (rule === undefined) return withoutRule(status);
  const price = take(rule.price, documents);
  return {
    state: rule.then,
    reason: take(rule.reason, documents),
    price: price === null ? null : readAmount(price),
    reference: take(rule.reference, documents),
  };
}

function withoutRule(status: number): AnswerReading {
  const isOk = status >= 200 && status < 300;
  return {
    state: isOk ? 'unknown' : 'error',
    reason: isOk ? 'No rule fits the answer' : `Answered with status ${status}`,
    price: null,
    reference: null,
  };
}

function holds(
  condition: AnswerCondition,
  { status, text, documents }: { status: number; text: string; documents: Documents },
): boolean {
  const found = foundText();
  if (found === null) return false;
  if (condition.equals !== undefined) return found === condition.equals.trim();
  return condition.contains !== undefined && hasWord(found, condition.contains);

  function foundText(): string | null {
    if (condition.part === 'status') return String(status);
    // Words of an error page, such as "Cookies must be accepted", say nothing about a lead.
    if (condition.part === 'text') return HTML_PAGE.test(text) ? null : text;
    return documents[condition.part]?.find(condition.path)?.trim() ?? null;
  }
}

/** Ignores case; "invalid" doesn't have the word "valid". */
function hasWord(text: string, word: string): boolean {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`(?<!${WORD_SIGN})${escaped}(?!${WORD_SIGN})`, 'iu').test(text);
}

function take(place: AnswerPlace | undefined, documents: Documents): string | null {
  const text = place === undefined ? null : documents[place.part]?.find(place.path)?.trim();
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  return text ? Buffer.from(text.replaceAll('\0', '').slice(0, TEXT_CHARACTERS)).toString() : null;
}
