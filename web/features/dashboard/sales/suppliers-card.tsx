import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { formatCount, formatNumber, formatPercent } from '../../../lib/format.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/card.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { CardEmpty, CardStates } from '../card-states.tsx';
import { NumberTable } from '../number-table.tsx';
import { type ChosenPeriod, queryOfPeriod } from '../period/period.ts';
import { periodName } from '../period/period-text.ts';
import { type Supplier, suppliersQuery } from '../queries.ts';
import { ListSkeleton, useShowAll } from '../use-show-all.tsx';
import { PhoneList, type PhoneRow } from './phone-list.tsx';

/** Source, linked to its leads unless it is empty. */
export function SourceName({ source }: { source: string }) {
  if (source === '') return <span className="text-muted">No source</span>;
  return (
    <Link to="/leads" search={{ source }} title={source} className="underline-offset-2 hover:underline">
      {source}
    </Link>
  );
}

const ROWS_SHOWN = 8;
const COLUMNS = ['Source', 'Leads', 'Valid numbers', 'Duplicates', 'Duplicate share'];

const share = (part: number, of: number) => (of === 0 ? '–' : formatPercent(part / of));

/** Lead quality by source: valid numbers and duplicates. */
export function SuppliersCard({ period }: { period: ChosenPeriod }) {
  const query = useQuery(suppliersQuery(queryOfPeriod(period)));
  const dimmed = useDimmed(query.isPlaceholderData);
  const phone = usePhoneWidth();
  const [shown, showAll] = useShowAll(query.data ?? [], ROWS_SHOWN, 'Suppliers');
  return (
    <Card
      title="Suppliers"
      subtitle={`Quality by source · ${periodName(period)}`}
      fill
      padded={false}
      actions={showAll}
    >
      <CardStates query={query} failure="Failed to fetch suppliers" loading={<ListSkeleton rows={5} />}>
        {(all) =>
          all.length === 0 ? (
            <NoSuppliers />
          ) : (
            <div aria-busy={query.isPlaceholderData} className={dimmed}>
              {phone ? (
                <PhoneList label="Suppliers" rows={shown.map(phoneRow)} />
              ) : (
                <NumberTable flush label="Suppliers" columns={COLUMNS} rows={shown.map(rowOf)} />
              )}
            </div>
          )
        }
      </CardStates>
    </Card>
  );
}

function NoSuppliers() {
  return (
    <CardEmpty
      icon={Truck}
      text="No leads in this period. Import leads with a source to compare suppliers."
      action={
        <Link to="/import" className={buttonClass('secondary', 'small')}>
          Import Leads
        </Link>
      }
    />
  );
}

function phoneRow({ source, totalLeads, validNumbers, duplicates }: Supplier): PhoneRow {
  const valid = share(validNumbers, totalLeads);
  const repeated = share(duplicates, totalLeads + duplicates);
  return {
    key: source,
    name: <SourceName source={source} />,
    line: `${valid} valid numbers · ${repeated} duplicates`,
    value: formatCount(totalLeads, 'lead'),
  };
}

function rowOf({ source, totalLeads, validNumbers, duplicates }: Supplier) {
  return {
    key: source,
    name: <SourceName source={source} />,
    numbers: [
      formatNumber(totalLeads),
      share(validNumbers, totalLeads),
      formatNumber(duplicates),
      share(duplicates, totalLeads + duplicates),
    ],
  };
}
