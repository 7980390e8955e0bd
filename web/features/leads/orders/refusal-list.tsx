import { useQuery } from '@tanstack/react-query';
import { listLeads } from '#contract/leads.ts';
import { formatCount, formatList } from '../../../lib/format.ts';
import { REFUSAL_TEXTS } from '../../../lib/orders.ts';
import { queryOf } from '../../../lib/query.ts';
import { leadName } from '../table/lead-table-row.tsx';
import type { Refusals } from './order-matches.ts';

/** Why an order doesn't take leads, with examples by name. */
export function RefusalList({ refusals }: { refusals: Refusals }) {
  const all = [...refusals].sort(([, a], [, b]) => b.count - a.count);
  const ids = all.flatMap(([, { examples }]) => examples);
  const where = JSON.stringify([['id', 'anyOf', ...ids]]);
  const { data } = useQuery({
    ...queryOf(listLeads, { query: { where, limit: 50 } }),
    enabled: ids.length > 0,
  });
  const nameOf = new Map(data?.leads.map((lead) => [lead.id, leadName(lead)]));
  return (
    <ul aria-label="Refused leads" className="flex flex-col gap-2 text-13">
      {all.map(([reason, { count, examples }]) => {
        const names = examples.flatMap((id) => nameOf.get(id) ?? []);
        return (
          <li key={reason}>
            <p>
              <span className="font-medium tabular-nums">{formatCount(count, 'lead')}</span>{' '}
              {REFUSAL_TEXTS[reason](count)}
            </p>
            {names.length > 0 && <p className="break-words text-muted">{examplesText(names, count)}</p>}
          </li>
        );
      })}
    </ul>
  );
}

function examplesText(names: readonly string[], count: number): string {
  return count > names.length ? `e.g. ${names.join(', ')}` : formatList(names);
}
