import { useQuery } from '@tanstack/react-query';
import { ChartPie } from 'lucide-react';
import { formatPercent, ratio } from '../../lib/format.ts';
import { leadStatusesQuery, STATUS_TONE, statusLabel } from '../../lib/lead-statuses.ts';
import { QueryContent } from '../../lib/query-error.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TONE_FILL, type Tone } from '../../ui/tone.ts';
import { CardEmpty, ChartCard, TickingNumber } from './cards.tsx';
import { NumberTable } from './number-table.tsx';
import { type Stats, statsQuery, statusesQuery } from './queries.ts';

const VALIDITY_TONES: Record<string, Tone> = { 'Valid number': 'positive' };
const LOADING = <Skeleton className="h-64 w-full" />;

const shareRows = (shares: readonly Share[]) =>
  shares.map(({ name, leads, share }) => ({ key: name, name, numbers: [leads, formatPercent(share)] }));

export function SharesCard() {
  const stats = useQuery(statsQuery);
  const statuses = useQuery(statusesQuery);
  const { data: offered = [] } = useQuery(leadStatusesQuery);
  const tones = Object.fromEntries(offered.map(({ name, color }) => [statusLabel(name), STATUS_TONE[color]]));
  const validity = validityShares(stats.data ?? { totalLeads: 0, validNumbers: 0 });
  const byStatus = statusShares(statuses.data ?? []);
  const known = stats.data !== undefined && stats.data.totalLeads > 0;
  const rows = shareRows([...validity, ...byStatus]);
  return (
    <ChartCard
      title="Validity and Status"
      table={
        known ? (
          <NumberTable label="Validity and status" columns={['Leads', 'Count', 'Share']} rows={rows} />
        ) : null
      }
    >
      <QueryContent query={stats} title="Failed to fetch validity and status" loading={LOADING}>
        {() =>
          known ? (
            <>
              <ShareBars label="Validity of numbers" shares={validity} tones={VALIDITY_TONES} />
              <div className="my-4 border-t border-line" />
              <QueryContent query={statuses} title="Failed to fetch statuses" loading={LOADING}>
                {() => <ShareBars label="Status of leads" shares={byStatus} tones={tones} />}
              </QueryContent>
            </>
          ) : (
            <CardEmpty
              icon={ChartPie}
              text="No leads yet. Import leads to see how many have a valid number, and their statuses."
            />
          )
        }
      </QueryContent>
    </ChartCard>
  );
}

interface ShareBarsProps {
  label: string;
  shares: readonly Share[];
  /** By lower-case name; other names are neutral. */
  tones: Record<string, Tone>;
}

function ShareBars({ label, shares, tones }: ShareBarsProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {shares.map(({ name, leads, share }) => (
        <li key={name}>
          <div className="flex items-baseline justify-between gap-3 text-13">
            <span className="min-w-0 truncate font-medium first-letter:capitalize" title={name}>
              {name}
            </span>
            <span className="shrink-0 tabular-nums">
              <TickingNumber value={leads} />{' '}
              <span className="inline-block w-13 text-right text-muted">{formatPercent(share)}</span>
            </span>
          </div>
          <div aria-hidden className="mt-1.5 h-1.5 rounded-full bg-neutral-tint">
            <div
              className={cx(
                'h-full rounded-full transition-[width]',
                TONE_FILL[tones[name] ?? tones[name.toLowerCase()] ?? 'neutral'],
              )}
              style={{ width: `${share * 100}%`, minWidth: leads > 0 ? '2px' : '0' }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface Share {
  name: string;
  leads: number;
  /** Share of all leads, 0 to 1. */
  share: number;
}

const STATUSES_SHOWN = 6;

/** Returns the most frequent statuses' shares, and combines the rest. */
export function statusShares(statuses: readonly { status: string; totalLeads: number }[]): Share[] {
  const sumOf = (some: typeof statuses) => some.reduce((sum, { totalLeads }) => sum + totalLeads, 0);
  const all = sumOf(statuses);
  const isWhole = statuses.length <= STATUSES_SHOWN;
  const shown = isWhole ? statuses : statuses.slice(0, STATUSES_SHOWN - 1);
  const rest = statuses.slice(shown.length);
  const parts = shown.map(({ status, totalLeads }) => ({ name: statusLabel(status), leads: totalLeads }));
  if (!isWhole) parts.push({ name: `${rest.length} others`, leads: sumOf(rest) });
  return parts.map((part) => ({ ...part, share: ratio(part.leads, all) }));
}

/** Returns the shares of leads with and without a valid number. */
export function validityShares(stats: Pick<Stats, 'totalLeads' | 'validNumbers'>): Share[] {
  const { totalLeads: all, validNumbers } = stats;
  const others = all - validNumbers;
  return [
    { name: 'Valid number', leads: validNumbers, share: ratio(validNumbers, all) },
    { name: 'No valid number', leads: others, share: ratio(others, all) },
  ];
}
