import { Download, Eraser, Printer, UserX } from 'lucide-react';
import { useState } from 'react';
import { type FoundPlaces, getPerson, type PersonNamed } from '#contract/erasures.ts';
import { callUrl } from '../../lib/call-api.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { PLACES } from './place-names.ts';

type Found = FoundPlaces[number];

const COLUMNS: readonly RecordColumn<Found>[] = [
  { label: 'Place', value: ({ place }) => PLACES[place].name, rowHeader: true, onCard: 'title' },
  { label: 'Records', value: ({ count }) => formatNumber(count), numeric: true },
  { label: 'When erased', value: ({ place }) => PLACES[place].erased, cellClassName: 'text-muted' },
];

interface FoundPersonProps {
  named: PersonNamed;
  hint: string;
  found: FoundPlaces;
  onErased: () => void;
}

/** Where a person is stored, as a page to print, and their erasure. */
export function FoundPerson({ named, hint, found, onErased }: FoundPersonProps) {
  const [isErasing, setErasing] = useState(false);
  const { leadId, ...query } = named;
  const address = (format: 'json' | 'html') => callUrl(getPerson, { query: { ...query, format } });
  if (found.length === 0) {
    return (
      <Card>
        <EmptyState icon={UserX} title="Nobody found" text={`There is no data about ${hint}.`} />
      </Card>
    );
  }
  return (
    <Card
      title={hint}
      subtitle="Everything stored about this person"
      padded={false}
      actions={
        <div className="flex flex-wrap gap-2">
          {leadId === undefined && (
            <>
              <a className={buttonClass()} href={address('json')} download="person.json">
                <Download className="size-4" aria-hidden />
                Download JSON
              </a>
              <a className={buttonClass()} href={address('html')} target="_blank" rel="noreferrer">
                <Printer className="size-4" aria-hidden />
                Open to Print
              </a>
            </>
          )}
          <Button variant="destructive" icon={Eraser} onClick={() => setErasing(true)}>
            Erase Person
          </Button>
        </div>
      }
    >
      <RecordTable
        label="Places with this person"
        columns={COLUMNS}
        records={found}
        keyOf={({ place }) => place}
        tableWidth={520}
        flush
      />
      {isErasing && (
        <EraseDialog named={named} hint={hint} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </Card>
  );
}
