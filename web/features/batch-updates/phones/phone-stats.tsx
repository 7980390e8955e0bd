import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/format.ts';
import { Stat } from '../../../ui/stat.tsx';
import { phoneStatsQuery } from './queries.ts';

const CARDS = [
  ['Invalid Numbers', 'totalInvalid', "Can't be dialed"],
  ['Fixable', 'fixableCount', 'Valid with a country code'],
  ['Needs Country', 'needsCountryCount', 'No known country'],
] as const;

/** Figures of Fix Phone Numbers. */
export function PhoneStats() {
  const { data, error } = useQuery(phoneStatsQuery);
  // The card below shows the error and the retry button.
  const otherwise = error ? '–' : undefined;
  return (
    <div className="grid grid-cols-2 gap-3 *:first:col-span-2 md:grid-cols-3 md:*:first:col-span-1">
      {CARDS.map(([label, key, help]) => (
        <Stat key={key} label={label} value={data ? formatNumber(data[key]) : otherwise} help={help} />
      ))}
    </div>
  );
}
