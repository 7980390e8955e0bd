import type { BuyerAnswer, SentRequest } from '#contract/order-deliveries.ts';
import type { AnswerReading } from '../../../lead/orders/deliveries/read-answer.ts';
import type { ClaimedDelivery } from './claim-writes.ts';

/** A request and its answer, with names, emails and phones or without. */
export interface Exchange {
  request: SentRequest;
  answer: BuyerAnswer | null;
}

/** A finished attempt. */
export interface FinishedAttempt {
  delivery: ClaimedDelivery;
  at: Date;
  milliseconds: number;
  shown: Exchange;
  masked: Exchange;
  /** Null if no answer came. */
  reading: AnswerReading | null;
  /** Why no answer came. */
  fault: { isRefused: boolean; message: string } | null;
  /** From the header Retry-After. */
  retryAfterMs: number | null;
}
