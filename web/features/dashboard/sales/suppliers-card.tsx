import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { formatCount, formatNumber, formatPercent } from '../../../lib/format.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { CardEmpty, CardStates } from '../card-states.tsx';
import { ListSkeleton } from '../list-skeleton.tsx';
import { NumberTable } from '../number-table.tsx';
import { type Supplier, suppliersQuery } from '../queries.ts';
import { useShowAll } from '../use-show-all.tsx';
import { PhoneList, type PhoneRow } from './phone-list.tsx';
import { SourceName } from './source-name.tsx';

const ROWS_SHOWN = 10;

const share = (part: number, of: number) => (of === 0 ? '–' : formatPercent(part / of));

/** Shows how good the leads of each source are: shares of valid numbers, and of rows that were duplicates. */
export function SuppliersCard() {
  const query = useQuery(suppliersQuery);
  const phone = usePhoneWidth();
  const [shown, showAll] = useShowAll(query.data ?? [], ROWS_SHOWN, 'Suppliers');
  return (
    <Card title="Suppliers" subtitle="Quality of the leads of each source, all time" actions={showAll}>
      <CardStates query={query} failure="Failed to fetch suppliers" loading={<ListSkeleton rows={5} />}>
        {(all) =>
          all.length === 0 ? (
            <CardEmpty icon={Truck} text="No leads yet. Import leads with a source to compare suppliers." />
          ) : phone ? (
            <PhoneList label="Suppliers" rows={shown.map(phoneRow)} />
          ) : (
            <NumberTable
              label="Suppliers"
              columns={['Source', 'Leads', 'Valid numbers', 'Duplicates', 'Duplicate share']}
              rows={shown.map(rowOf)}
            />
          )
        }
      </CardStates>
    </Card>
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
