import { useQuery } from '@tanstack/react-query';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { useTicking } from '../../lib/use-ticking.ts';
import { cx } from '../../ui/cx.ts';
import { Stat } from '../../ui/figures.tsx';
import { type Stats, statsQuery } from './queries.ts';

const CARDS = [
  { label: 'Total Leads', help: 'Leads in database', key: 'totalLeads', share: false },
  { label: 'Valid Numbers', help: 'Google verified', key: 'validNumbers', share: true },
  { label: 'Total Imports', help: 'Files imported', key: 'totalImports', share: false },
  { label: 'New Leads', help: 'Awaiting review', key: 'newLeads', share: true },
  { label: 'Qualified', help: 'Ready for outreach', key: 'qualifiedLeads', share: true },
] as const;

/** Wide cards must fit 10,000,000. */
const GRID = 'grid grid-cols-2 gap-3 md:max-[87.5rem]:grid-cols-6 min-[87.5rem]:grid-cols-5';
const spanOf = (index: number) =>
  cx(
    index === 0 && 'max-md:col-span-2',
    index < 3 ? 'md:max-[87.5rem]:col-span-2' : 'md:max-[87.5rem]:col-span-3',
  );

interface StatCardProps {
  card: (typeof CARDS)[number];
  stats: Stats | undefined;
  className: string;
}

function StatCard({ card, stats, className }: StatCardProps) {
  const value = useTicking(stats?.[card.key]);
  const share = card.share && stats !== undefined && stats.totalLeads > 0;
  const undone = card.key === 'totalImports' ? (stats?.undoneImports ?? 0) : 0;
  return (
    <Stat
      label={card.label}
      value={value === undefined ? undefined : formatNumber(value)}
      help={
        <span className="flex justify-between gap-2">
          <span className="truncate">{card.help}</span>
          {share && (
            <span className="hidden shrink-0 @min-[10rem]:inline">
              {formatPercent(stats[card.key] / stats.totalLeads)}
            </span>
          )}
          {undone > 0 && <span className="shrink-0">{formatNumber(undone)} undone</span>}
        </span>
      }
      className={cx('@container', className)}
    />
  );
}

export function StatCards() {
  const query = useQuery(statsQuery);
  const { data, error } = query;
  if (error && data === undefined)
    return <QueryError card title="Failed to fetch the numbers" query={query} className="py-8" />;
  return (
    <div className={GRID}>
      {CARDS.map((card, index) => (
        <StatCard key={card.key} card={card} stats={data} className={spanOf(index)} />
      ))}
    </div>
  );
}
