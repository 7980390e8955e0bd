import type { ActivityFigures, ActivityStep, dashboardActivity } from '#contract/dashboard.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createdByDay, type DayCount } from '../../lead/stats/stat-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import {
  firstImportOrSale,
  type ImportsOfDay,
  importsOfDays,
  type SoldStep,
  salesByStep,
} from './activity-reads.ts';
import {
  type Days,
  dayOf,
  type GivenPeriod,
  type Period,
  periodOf,
  stepFor,
  stepStart,
  stepsOf,
} from './period.ts';
import { salesBy } from './sales-reads.ts';

type Activity = ReplyOf<typeof dashboardActivity>;

/**
 * Compares a period, in steps, with the equally long one before.
 * @param today last UTC day by default
 * @throws HttpError invalid_input
 */
export async function activityOf(
  tx: TenantTransaction,
  given: GivenPeriod,
  today = dayOf(Date.now()),
): Promise<Activity> {
  const created = await createdByDay(tx);
  const period = periodOf(given, today, await firstDayOf(tx, given, created, today));
  const imports = await importsOfDays(tx, { from: period.before.from, to: period.to });
  const [sales] = await salesBy(tx, 'total', period);
  const step = stepFor(period);
  const sold = await salesByStep(tx, period, step);
  const totalOf = (days: Days, of: Partial<ActivityFigures> = {}) => ({
    ...countsIn(days, created, imports),
    ...of,
  });
  return {
    ...period,
    total: {
      now: { ...NOTHING, ...totalOf(period, sales?.now) },
      before: { ...NOTHING, ...totalOf(period.before, sales?.before) },
    },
    step,
    points: pointsOf(period, step, { created, imports, sold }),
  };
}

const NOTHING: ActivityFigures = {
  created: 0,
  imports: 0,
  imported: 0,
  updated: 0,
  duplicates: 0,
  sold: 0,
  returned: 0,
  revenue: [],
};

/** Reads nothing unless the period is all time. */
export async function firstDayOf(
  tx: TenantTransaction,
  { period }: GivenPeriod,
  created: readonly DayCount[] | null,
  today: string,
): Promise<string> {
  if (period !== 'all') return today;
  const [firstCreated] = created ?? (await createdByDay(tx));
  const days = [firstCreated?.day ?? today, (await firstImportOrSale(tx)) ?? today];
  return days.sort()[0] ?? today;
}

interface Counted {
  created: readonly DayCount[];
  imports: readonly ImportsOfDay[];
}

function countsIn(
  { from, to }: Days,
  created: Counted['created'],
  imports: Counted['imports'],
): Partial<ActivityFigures> {
  const isIn = ({ day }: { day: string }) => day >= from && day <= to;
  const days = imports.filter(isIn);
  const sum = (key: Exclude<keyof ImportsOfDay, 'day'>) => days.reduce((all, day) => all + day[key], 0);
  return {
    created: created.filter(isIn).reduce((all, { leads }) => all + leads, 0),
    imports: sum('imports'),
    imported: sum('imported'),
    updated: sum('updated'),
    duplicates: sum('duplicates'),
  };
}

function pointsOf(
  period: Period,
  step: ActivityStep,
  { created, imports, sold }: Counted & { sold: readonly SoldStep[] },
): Activity['points'] {
  const startOf = ({ day }: { day: string }) => stepStart(day, step);
  const isIn = ({ day }: { day: string }) => day >= period.from && day <= period.to;
  const createdIn = Map.groupBy(created.filter(isIn), startOf);
  const importsIn = Map.groupBy(imports.filter(isIn), startOf);
  const soldIn = new Map(sold.map(({ start, ...figures }) => [start, figures]));
  return stepsOf(period, step).map((days) => {
    const start = stepStart(days.from, step);
    return {
      ...NOTHING,
      ...countsIn(days, createdIn.get(start) ?? [], importsIn.get(start) ?? []),
      ...soldIn.get(start),
      ...days,
    };
  });
}
