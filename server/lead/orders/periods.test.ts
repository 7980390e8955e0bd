import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { statementsOn } from '#server/platform/db/transaction.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { hasEnded, isWithinHours, type LocalTime, localTimes } from './period-reads.ts';

// The judge counts minutes with Intl: a period goes from its first minute to the first of the next.

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland'],
  // Clocks change at midnight, which is skipped in the first three and comes twice in the others.
  ...['Africa/Cairo', 'Asia/Beirut', 'America/Santiago', 'Atlantic/Azores', 'America/Havana'],
];
const MINUTE = 60_000;

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: (await cloneDatabase(inject('databaseUrl'))).owner });
  await client.connect();
});
afterAll(() => client.end());

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit' },
    } as Intl.DateTimeFormatOptions),
  ]),
);

function local(zone: string, at: number) {
  const parts = formats.get(zone)?.formatToParts(at) ?? [];
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  return { day, clock: `${part('hour')}:${part('minute')}` };
}

const mondayOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
};

const PERIODS = {
  day: (day: string) => day,
  week: mondayOf,
  month: (day: string) => day.slice(0, 7),
} as const;

async function timeIn(zone: string, at: number): Promise<LocalTime> {
  const time = (await localTimes(statementsOn(client), [zone], new Date(at))).get(zone);
  if (time === undefined) throw new Error(`${zone} is missing`);
  return time;
}

async function expectPeriods(zone: string, at: number): Promise<void> {
  const time = await timeIn(zone, at);
  const now = local(zone, at);
  expect([time.day, time.clock]).toEqual([now.day, now.clock]);
  await expectLastDay(zone, time);
  expect(time.weekday).toBe(new Date(`${now.day}T00:00:00Z`).getUTCDay() || 7);
  expect(time.spans.total).toBeNull();
  for (const [period, keyOf] of Object.entries(PERIODS)) {
    const span = time.spans[period as keyof typeof PERIODS];
    const [from, before] = [span?.from.getTime() ?? Number.NaN, span?.before.getTime() ?? Number.NaN];
    const keyAt = (moment: number) => keyOf(local(zone, moment).day);
    const shown = [zone, new Date(at).toISOString(), period];
    const key = keyAt(at);
    expect([...shown, from <= at, at < before]).toEqual([...shown, true, true]);
    expect([...shown, keyAt(from), keyAt(before - MINUTE)]).toEqual([...shown, key, key]);
    expect([...shown, keyAt(from - MINUTE) === key, keyAt(before) === key]).toEqual([...shown, false, false]);
  }
  const hour = time.spans.hour;
  expect((hour?.before.getTime() ?? 0) - (hour?.from.getTime() ?? 0)).toBe(60 * MINUTE);
  expect(hour !== null && hour.from.getTime() <= at && at < hour.before.getTime()).toBe(true);
  expect(local(zone, hour?.from.getTime() ?? 0).clock).toMatch(/:00$|^02:30$|^01:30$/);
}

/** An order takes leads until its last day's last moment. */
async function expectLastDay(zone: string, now: LocalTime): Promise<void> {
  const before = now.spans.day?.before.getTime() ?? Number.NaN;
  const times = [now, await timeIn(zone, before - 1), await timeIn(zone, before)];
  const ended = times.map((time) => hasEnded(now.day, time));
  expect([zone, now.day, ...ended]).toEqual([zone, now.day, false, false, true]);
  expect(hasEnded(null, now)).toBe(false);
}

test('periods begin and end where the calendar of the time zone does', async () => {
  const years = { min: new Date('2024-01-01T00:00:00Z'), max: new Date('2027-12-31T23:59:00Z') };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.date({ ...years, noInvalidDate: true }).map((date) => Math.floor(date.getTime() / 1000) * 1000),
      expectPeriods,
    ),
    { numRuns: 300 },
  );
});

test('also in each hour around the changes of clocks, and around the ends of days, weeks and months', async () => {
  for (const zone of ZONES) {
    for (const at of turningPoints(zone)) await expectPeriods(zone, at);
  }
});

/** Half hours around the hours of 2025 and 2026 in which clocks change, and around some ends of months. */
function turningPoints(zone: string): number[] {
  const points = new Set<number>();
  const add = (at: number) => {
    for (let n = -5; n <= 5; n++) points.add(at + n * 30 * MINUTE);
  };
  const offsetAt = (at: number) => {
    const { day, clock } = local(zone, at);
    return Date.parse(`${day}T${clock}:00Z`) - at;
  };
  const end = Date.parse('2027-01-01T00:00:00Z');
  for (let at = Date.parse('2025-01-01T00:00:00Z'); at < end; at += 60 * MINUTE) {
    if (offsetAt(at) !== offsetAt(at + 60 * MINUTE)) add(at);
  }
  for (const day of ['2025-03-01', '2025-12-29', '2026-01-01', '2026-03-02']) {
    add(Date.parse(`${day}T00:00:00Z`) - offsetAt(Date.parse(`${day}T00:00:00Z`)));
  }
  return [...points];
}

test('opening hours include their beginning, not their end', () => {
  const at = (weekday: number, clock: string) => ({ weekday, clock }) as LocalTime;
  const hours = [
    { days: [1, 5], from: '09:00', to: '17:00' },
    { days: [5], from: '22:00', to: '24:00' },
    { days: [6], from: '00:00', to: '06:00' },
  ];
  expect(isWithinHours([], at(7, '03:00'))).toBe(true);
  expect(isWithinHours(hours, at(1, '09:00'))).toBe(true);
  expect(isWithinHours(hours, at(1, '08:59'))).toBe(false);
  expect(isWithinHours(hours, at(1, '17:00'))).toBe(false);
  expect(isWithinHours(hours, at(2, '10:00'))).toBe(false);
  expect(isWithinHours(hours, at(5, '23:59'))).toBe(true);
  expect(isWithinHours(hours, at(6, '00:00'))).toBe(true);
  expect(isWithinHours(hours, at(6, '06:00'))).toBe(false);
});
