import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CHANNEL_LABELS } from '#contract/consent-fields.ts';
import { listSuppressionLists } from '#contract/suppressions.ts';
import { formatCount, formatList } from '../../lib/format.ts';
import { consentRulesQuery } from '../../lib/no-consent.tsx';
import { queryOf } from '../../lib/query.ts';

const LINK = 'font-medium text-accent underline-offset-4 hover:underline';

/** Suppression lists and the consent rule that hold for sales to a customer. */
export function SalesRules({ customer }: { customer: string }) {
  const { data: lists = [] } = useQuery(queryOf(listSuppressionLists, {}));
  const { data: rules } = useQuery(consentRulesQuery);
  const number = customer.trim().toLowerCase();
  const counting = lists.filter(
    (list) =>
      list.entries > 0 && (list.customerNumber === null || list.customerNumber.toLowerCase() === number),
  );
  const required = rules?.required ?? [];
  if (counting.length === 0 && required.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-13 text-muted">
      {counting.map(({ id, name, entries }) => (
        <li key={id}>
          Never sold: people on{' '}
          <Link to="/suppression" search={{ list: id }} className={LINK}>
            {name}
          </Link>{' '}
          ({formatCount(entries, 'entry', 'entries')})
        </li>
      ))}
      {required.length > 0 && (
        <li>
          Only with consent by {formatList(required.map((channel) => CHANNEL_LABELS[channel].toLowerCase()))},
          as set in{' '}
          <Link to="/settings" className={LINK}>
            Settings
          </Link>
        </li>
      )}
    </ul>
  );
}
