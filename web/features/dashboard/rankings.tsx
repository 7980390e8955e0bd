import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building, type LucideIcon, Tag } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/format.ts';
import { QueryContent } from '../../lib/query-error.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { CardEmpty, ListSkeleton, TickingNumber, useShowAll } from './cards.tsx';
import { brandsQuery, tagsQuery } from './queries.ts';

export interface Ranked {
  name: string;
  totalLeads: number;
}

interface RankedListProps {
  title: string;
  icon: LucideIcon;
  empty: string;
  failure: string;
  limit: number;
  query: UseQueryResult<readonly Ranked[]>;
  /** Lead filter that names link to. */
  filter: 'brand' | 'tags';
  /** Two columns where they fit, for short names. */
  twoColumns?: boolean;
}

/** Rows share the card's height, within limits. */
const ROWS =
  'grid grow auto-rows-[minmax(2.25rem,1fr)] max-md:auto-rows-[minmax(2.75rem,1fr)] max-h-[calc(var(--entries)*3rem)]';
const TWO_COLUMNS =
  'xl:grid-flow-col xl:auto-cols-fr xl:grid-rows-[repeat(var(--rows),minmax(2.25rem,1fr))] xl:max-h-[calc(var(--rows)*3rem)]';

function RankedList(props: RankedListProps) {
  const { title, icon, empty, failure, limit, query, filter, twoColumns = false } = props;
  const [shown, showAll] = useShowAll(query.data ?? [], limit, title);
  const most = query.data?.[0]?.totalLeads ?? 1;
  return (
    <Card fill title={title} padded={false} actions={showAll}>
      <QueryContent query={query} title={failure} loading={<ListSkeleton rows={limit} />}>
        {(all) =>
          all.length === 0 ? (
            <CardEmpty icon={icon} text={empty} />
          ) : (
            <div className="flex max-h-[36rem] grow flex-col overflow-y-auto pb-2 [scrollbar-width:thin] xl:max-h-[23rem]">
              <ul
                aria-label={title}
                style={{ '--entries': shown.length, '--rows': Math.ceil(shown.length / 2) } as CSSProperties}
                className={cx(ROWS, twoColumns && TWO_COLUMNS)}
              >
                {shown.map((entry) => (
                  <RankedRow key={entry.name} {...entry} share={entry.totalLeads / most} filter={filter} />
                ))}
              </ul>
            </div>
          )
        }
      </QueryContent>
    </Card>
  );
}

interface RankedRowProps extends Ranked {
  /** Share of the maximum, 0 to 1. */
  share: number;
  filter: RankedListProps['filter'];
}

function RankedRow({ name, totalLeads, share, filter }: RankedRowProps) {
  return (
    <li className="relative flex min-w-0 items-center justify-between gap-4 px-5 text-13 hover:bg-hover">
      <span
        aria-hidden
        className="absolute bottom-0.5 left-5 h-0.5 rounded-full bg-info transition-[width]"
        style={{ width: `calc((100% - 2.5rem) * ${share})` }}
      />
      <Link
        to="/leads"
        search={filter === 'brand' ? { brand: name } : { tags: name }}
        title={name}
        className="min-w-0 truncate font-medium underline-offset-2 hover:underline max-md:grow max-md:leading-11"
      >
        {name}
      </Link>
      <span title={formatCount(totalLeads, 'lead')}>
        <TickingNumber value={totalLeads} />
        <span className="sr-only"> leads</span>
      </span>
    </li>
  );
}

const TOP_BRANDS = 10;
const TOP_TAGS = 15;

export function BrandList() {
  const query = useQuery({
    ...brandsQuery,
    select: (brands) => brands.map(({ brand, totalLeads }) => ({ name: brand, totalLeads })),
  });
  return (
    <RankedList
      title="Leads by Brand"
      icon={Building}
      empty="No brand data available. Import leads with brand information to see breakdown."
      failure="Failed to fetch brands"
      limit={TOP_BRANDS}
      query={query}
      filter="brand"
    />
  );
}

export function TagList() {
  const query = useQuery({
    ...tagsQuery,
    select: (tags) => tags.map(({ tag, totalLeads }) => ({ name: tag, totalLeads })),
  });
  return (
    <RankedList
      title="Leads by Tag"
      icon={Tag}
      empty="No tag data available. Import leads with tags or add tags manually to see breakdown."
      failure="Failed to fetch tags"
      limit={TOP_TAGS}
      query={query}
      filter="tags"
      twoColumns
    />
  );
}
