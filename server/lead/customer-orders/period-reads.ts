import type { CapPeriod, OpeningHours } from '#contract/orders.ts';
import { atSavepoint, type TenantTransaction } from '../../platform/db/scope.ts';
import type { Statements } from '../../platform/db/transaction.ts';

/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER = '22023';

/** From the first moment on and before the last. */
export interface Span {
  from: Date;
  before: Date;
}

/** A moment in a time zone. */
export interface LocalTime {
  at: Date;
  /** Such as `2026-11-30`. */
  day: string;
  /** 1 is Monday. */
  weekday: number;
  /** Such as `09:30`. */
  clock: string;
  /** The current period of each kind; null for all time. */
  spans: Record<CapPeriod, Span | null>;
}

/** SQL of a local day's first moment: midnight is skipped or comes twice where clocks change then. */
function startOf(day: string): string {
  return `(SELECT CASE WHEN ((m.at - interval '1 hour') AT TIME ZONE zone)::date = ${day}
      THEN m.at - interval '1 hour' ELSE m.at END
    FROM (SELECT (${day})::timestamp AT TIME ZONE zone AS at) m)`;
}

const WEEK = "date_trunc('week', local)::date";
const MONTH = "date_trunc('month', local)::date";
const NEXT_MONTH = "(date_trunc('month', local) + interval '1 month')::date";
// Clocks change within an hour too: half an hour on Lord Howe Island.
const HOUR = "now - (local - date_trunc('hour', local))";

const LOCAL_TIMES = `SELECT zone, now AS at, extract(isodow FROM local)::int AS weekday, to_char(local, 'HH24:MI') AS clock,
    to_char(local, 'YYYY-MM-DD') AS day,
    ${HOUR} AS "hourFrom", ${HOUR} + interval '1 hour' AS "hourBefore",
    ${startOf('local::date')} AS "dayFrom", ${startOf('local::date + 1')} AS "dayBefore",
    ${startOf(WEEK)} AS "weekFrom", ${startOf(`${WEEK} + 7`)} AS "weekBefore",
    ${startOf(MONTH)} AS "monthFrom", ${startOf(NEXT_MONTH)} AS "monthBefore"
  FROM (SELECT zone, now, now AT TIME ZONE zone AS local
    FROM (SELECT zone, coalesce($2::timestamptz, now()) AS now FROM unnest($1::text[]) AS z (zone)) t) l`;

type Bound = `${Exclude<CapPeriod, 'total'>}${'From' | 'Before'}`;
type Row = Record<Bound, Date> & { zone: string; at: Date; day: string; weekday: number; clock: string };

/**
 * Returns a moment, by default that of the transaction, in each of these time zones.
 * @throws the database's error for a time zone that it doesn't know
 */
export async function localTimes(
  tx: Statements,
  zones: readonly string[],
  at: Date | null = null,
): Promise<Map<string, LocalTime>> {
  const rows = await tx.query<Row>(LOCAL_TIMES, [[...new Set(zones)], at]);
  return new Map(
    rows.map(({ zone, at: now, day, weekday, clock, ...bounds }) => {
      const spanOf = (period: Exclude<CapPeriod, 'total'>): Span => ({
        from: bounds[`${period}From`],
        before: bounds[`${period}Before`],
      });
      const spans = {
        ...{ hour: spanOf('hour'), day: spanOf('day'), week: spanOf('week'), month: spanOf('month') },
        total: null,
      };
      return [zone, { at: now, day, weekday, clock, spans }];
    }),
  );
}

/** Returns whether PostgreSQL knows a time zone. */
export async function isKnownZone(tx: TenantTransaction, zone: string): Promise<boolean> {
  try {
    await atSavepoint(tx, () => tx.query('SELECT now() AT TIME ZONE $1::text', [zone]));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === INVALID_PARAMETER) return false;
    throw error;
  }
}

/** Returns whether opening hours, none for always, include a moment. */
export function isWithinHours(hours: readonly OpeningHours[], { weekday, clock }: LocalTime): boolean {
  return (
    hours.length === 0 ||
    hours.some(({ days, from, to }) => days.includes(weekday) && from <= clock && clock < to)
  );
}

/** Returns whether an order's last day, null for none, is over. */
export function hasEnded(endsOn: string | null, { day }: Pick<LocalTime, 'day'>): boolean {
  return endsOn !== null && endsOn < day;
}
