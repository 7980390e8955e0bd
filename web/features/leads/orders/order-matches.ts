import type { LeadSelection } from '#contract/bulk.ts';
import { matchOrders, type OrderMatch, type OrderRefusal } from '#contract/orders.ts';
import { callApi } from '../../../lib/call-api.ts';

/** Leads for which the orders are asked, at most. */
const MATCHED_MAX = 10_000;
/** Answers of one call: leads times orders. */
const ANSWERS = 50_000;
const EXAMPLES = 3;

/** Refused leads by their first reason. */
export type Refusals = Map<OrderRefusal, { count: number; examples: string[] }>;

export interface OrderMatches {
  /** Leads asked for. */
  asked: number;
  /** The selection has more leads. */
  more: boolean;
  byOrder: Map<string, { matching: number; refusals: Refusals }>;
}

export function addRefusal(refusals: Refusals, reason: OrderRefusal, leadId: string): void {
  const known = refusals.get(reason) ?? { count: 0, examples: [] };
  known.count += 1;
  if (known.examples.length < EXAMPLES) known.examples.push(leadId);
  refusals.set(reason, known);
}

/** Adds the answers for further leads. */
export function addMatches(matches: OrderMatches, answers: readonly OrderMatch[]): void {
  matches.asked += answers.length;
  for (const { leadId, orders } of answers) {
    for (const { orderId, reasons } of orders) {
      const of = matches.byOrder.get(orderId) ?? { matching: 0, refusals: new Map() };
      matches.byOrder.set(orderId, of);
      const [first] = reasons;
      if (first === undefined) of.matching += 1;
      else addRefusal(of.refusals, first, leadId);
    }
  }
}

/** Asks which orders take the leads of a selection, in parts that stay small with many orders. */
export async function fetchMatches(
  target: LeadSelection,
  orders: number,
  signal: AbortSignal,
): Promise<OrderMatches> {
  const matches: OrderMatches = { asked: 0, more: false, byOrder: new Map() };
  const size = Math.max(1, Math.min(5_000, Math.floor(ANSWERS / Math.max(1, orders))));
  if ('ids' in target) {
    for (let at = 0; at < target.ids.length; at += size) {
      const body = { leadIds: target.ids.slice(at, at + size) };
      addMatches(matches, await callApi(matchOrders, { body }, signal));
    }
    return matches;
  }
  let after: string | undefined;
  for (;;) {
    const limit = Math.min(size, MATCHED_MAX - matches.asked);
    const body = { filter: target.filter, limit, ...(after !== undefined && { after }) };
    const answers = await callApi(matchOrders, { body }, signal);
    addMatches(matches, answers);
    after = answers.at(-1)?.leadId;
    if (answers.length < limit) return matches;
    if (matches.asked >= MATCHED_MAX) return { ...matches, more: true };
  }
}
