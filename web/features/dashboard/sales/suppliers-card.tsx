import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { formatCount, formatPercent } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { CardEmpty } from '../cards.tsx';
import { type ChosenPeriod, periodName, queryOfPeriod } from '../period/period.ts';
import { type Supplier, suppliersQuery } from '../queries.ts';
import { type PeriodRow, PeriodTable } from './period-table.tsx';

/** Source, linked to its leads unless it is empty. */
export function SourceName({ source }: { source: string }) {
  if (source === '') return <span className="text-muted">No source</span>;
  return (
    <Link to="/leads" search={{ source }} title={source} className="underline-offset-2 hover:underline">
      {source}
    </Link>
  );
}

const COLUMNS = ['Source', 'Leads', 'Valid numbers', 'Duplicates', 'Duplicate share'];

export function SuppliersCard({ period }: { period: ChosenPeriod }) {
  return (
    <PeriodTable
      title="Suppliers"
      subtitle={`Quality by source · ${periodName(period)}`}
      columns={COLUMNS}
      query={useQuery(suppliersQuery(queryOfPeriod(period)))}
      rowsOf={(suppliers) => suppliers.map(rowOf)}
      failure="Failed to fetch suppliers"
      placeholders={5}
      empty={
        <CardEmpty
          icon={Truck}
          text="No leads in this period. Import leads with a source to compare suppliers."
          action={
            <Link to="/import" className={buttonClass('secondary', 'small')}>
              Import Leads
            </Link>
          }
        />
      }
    />
  );
}

function rowOf({ source, totalLeads, validNumbers, duplicates }: Supplier): PeriodRow {
  const valid = share(validNumbers, totalLeads);
  const repeated = share(duplicates, totalLeads + duplicates);
  return {
    key: source,
    name: <SourceName source={source} />,
    numbers: [totalLeads, valid, duplicates, repeated],
    line: `${valid} valid numbers · ${repeated} duplicates`,
    value: formatCount(totalLeads, 'lead'),
  };
}

function share(part: number, of: number): string {
  return of === 0 ? '–' : formatPercent(part / of);
}
