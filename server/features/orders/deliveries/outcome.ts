import type { DeliveryState } from '#contract/order-deliveries.ts';
import type { FinishedAttempt } from './attempt.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Between attempts, as Standard Webhooks recommends. */
const REPEATS = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];
const RETRY_AFTER_MOST = 24 * HOUR;
/** Answers of a buyer that doesn't know the address or the password. */
const MISCONFIGURED: ReadonlySet<number> = new Set([401, 403, 404, 410]);
/** Answers that ask for fewer requests. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

export interface AttemptOutcome {
  state: DeliveryState;
  reason: string | null;
  reference: string | null;
  price: string | null;
  /** Until the next attempt; null if nothing is sent by itself. */
  delayMs: number | null;
  /** The buyer may have the lead. */
  mayBeKnown: boolean;
  counts: 'accepted' | 'rejected' | 'refused' | 'silent' | 'answered';
  /** The address is gone for good. */
  isGone: boolean;
  /** Nothing is sent for so long. */
  holdMs: number | null;
}

const NOTHING_TAKEN = { reference: null, price: null, isGone: false, holdMs: null };

/** Returns what an attempt means for its delivery. */
export function outcomeOfAttempt(attempt: FinishedAttempt): AttemptOutcome {
  const { reading, fault, shown, delivery } = attempt;
  const status = shown.answer?.status ?? 0;
  if (reading === null) {
    const isRefused = fault?.isRefused === true;
    return repeated(attempt, {
      ...{ ...NOTHING_TAKEN, state: isRefused ? 'waiting' : 'unknown', reason: fault?.message ?? null },
      ...{ mayBeKnown: delivery.mayBeKnown || !isRefused, counts: isRefused ? 'refused' : 'silent' },
    });
  }
  const { state, reason, price, reference } = reading;
  const taken = {
    ...NOTHING_TAKEN,
    reason,
    price,
    reference,
    mayBeKnown: delivery.mayBeKnown,
    delayMs: null,
  };
  switch (state) {
    case 'accepted':
      return { ...taken, state, counts: 'accepted', price: isPrice(price) ? price : null };
    case 'rejected':
      return { ...taken, state, counts: 'rejected' };
    case 'duplicate':
      return delivery.mayBeKnown
        ? {
            ...taken,
            state: 'unknown',
            counts: 'answered',
            reason: 'Duplicate, maybe of an attempt without an answer',
          }
        : { ...taken, state, counts: 'answered' };
    case 'unknown':
      return { ...taken, state, counts: 'answered', mayBeKnown: true };
    default: {
      const isServerError = status >= 500;
      const isMisconfigured = MISCONFIGURED.has(status);
      return repeated(attempt, {
        ...{
          ...taken,
          state: isServerError ? 'unknown' : 'waiting',
          reason: reason ?? `Answered with status ${status}`,
        },
        mayBeKnown: delivery.mayBeKnown || isServerError,
        counts: isMisconfigured ? 'refused' : 'answered',
        isGone: status === 410,
        holdMs: BUSY.has(status) ? retryAfterOf(attempt) : null,
      });
    }
  }
}

/** A sale holds ten digits and two places. */
function isPrice(price: string | null): boolean {
  return price !== null && /^\d{1,10}(?:\.\d{1,2})?$/.test(price);
}

function retryAfterOf({ retryAfterMs }: FinishedAttempt): number | null {
  return retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MOST);
}

function repeated(attempt: FinishedAttempt, outcome: Omit<AttemptOutcome, 'delayMs'>): AttemptOutcome {
  const delay = REPEATS[attempt.delivery.tries - 1];
  if (delay === undefined) return { ...outcome, state: 'failed', delayMs: null };
  return { ...outcome, delayMs: Math.max(delay, retryAfterOf(attempt) ?? 0) };
}

/** Reads Retry-After: seconds or a date; null for anything else. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
