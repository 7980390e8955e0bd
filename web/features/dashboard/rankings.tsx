import { useQuery } from '@tanstack/react-query';
import { Building, Tag } from 'lucide-react';
import { brandsQuery, tagsQuery } from './queries.ts';
import { RankedList } from './ranked-list.tsx';

const TOP_BRANDS = 10;
const TOP_TAGS = 15;

/** Top ten brands by leads, or all. */
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

/** Top fifteen tags by leads, or all. */
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
