import {
  type ImportedOutcomes,
  importOutcomes,
  type OutcomeRow,
  SALE_OUTCOMES,
  type SaleOutcome,
} from '#contract/outcomes.ts';
import type { BoughtSale } from '../../lead/outcomes/outcome-reads.ts';
import { type OutcomeReport, type Reporter, recordOutcomes } from '../../lead/outcomes/record-outcomes.ts';
import { readAmount } from '../../lead/values/normalise-amount.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { checkReply } from '../../platform/http/bind.ts';
import { matchLines } from './match-lines.ts';
import type { OutcomeLine } from './read-outcomes.ts';

/** Words for outcomes; the first letters of others don't count. */
const WORDS: ReadonlyMap<string, SaleOutcome> = new Map([
  ...SALE_OUTCOMES.map((outcome) => [outcome, outcome] as const),
  ...(['accept', 'approved', 'valid'] as const).map((word) => [word, 'accepted'] as const),
  ...(['reject', 'declined', 'invalid'] as const).map((word) => [word, 'rejected'] as const),
  ...(['conversion', 'won'] as const).map((word) => [word, 'converted'] as const),
  ...(['return', 'refunded'] as const).map((word) => [word, 'returned'] as const),
]);
const REASON_CHARACTERS = 200;
const REVENUE = /^\d{1,10}\.\d{2}$/;

type Settled = Pick<OutcomeRow, 'result' | 'message'>;

/** Records the outcomes of a file in one transaction; what can't be recorded is refused row by row. */
export async function recordLines(
  tx: TenantTransaction,
  reporter: Reporter,
  { lines, filename }: { lines: readonly OutcomeLine[]; filename: string },
): Promise<ImportedOutcomes> {
  const sales = await matchLines(tx, reporter.customerNumber, lines);
  const settled = new Map<OutcomeLine, Settled>();
  const reports = new Map<OutcomeLine, OutcomeReport>();
  const firstRows = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const report = readReport(line, sales[at] ?? null);
    if ('result' in report) settled.set(line, report);
    else {
      const key = `${report.saleId} ${report.outcome}`;
      const first = firstRows.get(key);
      if (first === undefined) reports.set(line, report);
      else settled.set(line, { result: 'refused', message: `Repeats row ${first}` });
      firstRows.set(key, first ?? line.row);
    }
  }
  const decided = await recordOutcomes(tx, reporter, [...reports.values()]);
  const deliveries = new Map<OutcomeLine, string | null>();
  for (const [at, line] of [...reports.keys()].entries()) {
    const one = decided[at];
    if (one === undefined) continue;
    deliveries.set(line, one.deliveryId);
    settled.set(line, settledBy(one.decision));
  }
  const rows = lines.map((line, at): OutcomeRow => {
    const { row, outcome } = line;
    const leadId = sales[at]?.leadId ?? null;
    return {
      ...{ row, identifier: identifierOf(line), outcome, leadId, deliveryId: deliveries.get(line) ?? null },
      ...(settled.get(line) as Settled),
    };
  });
  const countOf = (wanted: OutcomeRow['result']) => rows.filter(({ result }) => result === wanted).length;
  const counts = {
    matched: countOf('matched'),
    notMatched: countOf('notMatched'),
    refused: countOf('refused'),
  };
  const { customerNumber, actor, origin } = reporter;
  await writeAudit(tx, {
    ...{ action: 'import_outcomes', actor, origin, resource: filename },
    details: { customerNumber, ...counts },
  });
  return checkReply(importOutcomes, { ...counts, rows });
}

function settledBy(decision: Awaited<ReturnType<typeof recordOutcomes>>[number]['decision']): Settled {
  switch (decision.kind) {
    case 'refused':
      return { result: 'refused', message: decision.message };
    case 'known':
      return { result: 'matched', message: 'Known already' };
    default:
      return { result: 'matched', message: 'Recorded' };
  }
}

/** Returns what a row reports, or why it isn't recorded. */
function readReport(line: OutcomeLine, sale: BoughtSale | null): OutcomeReport | Settled {
  if (sale === null) {
    const message = identifierOf(line) === '' ? 'The row names no lead' : 'The customer bought no such lead';
    return { result: 'notMatched', message };
  }
  const outcome = WORDS.get(line.outcome.toLowerCase());
  if (outcome === undefined) {
    return { result: 'refused', message: 'The outcome must be accepted, rejected, converted or returned' };
  }
  const reason = line.reason.slice(0, REASON_CHARACTERS) || null;
  if (outcome !== 'converted' || line.revenue === '') return { ...sale, outcome, reason, revenue: null };
  const revenue = readAmount(line.revenue);
  if (revenue === null || !REVENUE.test(revenue)) {
    return { result: 'refused', message: 'The revenue must be an amount, e.g. 250.00' };
  }
  return { ...sale, outcome, reason, revenue };
}

function identifierOf({ deliveryId, leadId, email, phone }: OutcomeLine): string {
  return deliveryId || leadId || email || phone;
}
