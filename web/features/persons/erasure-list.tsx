import { useQuery } from '@tanstack/react-query';
import { Eraser, FileCheck } from 'lucide-react';
import type { Erasure } from '#contract/erasures.ts';
import { formatDateTime } from '../../lib/format.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { foundText } from './place-names.ts';
import { erasuresQuery, useCertificate } from './queries.ts';

const STATUS = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  running: { tone: 'info', label: 'Running' },
  completed: { tone: 'positive', label: 'Completed' },
  failed: { tone: 'negative', label: 'Failed' },
} as const;

function CertificateButton({ erasure }: { erasure: Erasure }) {
  const certificate = useCertificate();
  if (erasure.status !== 'completed') return null;
  return (
    <Button
      size="small"
      icon={FileCheck}
      aria-label={`Certificate of ${formatDateTime(erasure.createdAt)}`}
      pending={certificate.isPending}
      pendingText="Downloading..."
      onClick={() => certificate.mutate(erasure)}
    >
      Certificate
    </Button>
  );
}

const COLUMNS: readonly RecordColumn<Erasure>[] = [
  {
    label: 'Requested',
    value: ({ createdAt }) => formatDateTime(createdAt),
    rowHeader: true,
    onCard: 'title',
  },
  { label: 'By', value: ({ createdBy }) => createdBy },
  {
    label: 'Status',
    value: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>,
  },
  {
    label: 'Erased',
    value: ({ status, found }) => (status === 'waiting' ? '' : foundText(found)),
    isEmpty: ({ status }) => status === 'waiting',
    cellClassName: 'text-muted',
  },
  { label: 'Reason', value: ({ reason }) => reason ?? '', isEmpty: ({ reason }) => reason === null },
  { label: 'Certificate', value: (erasure) => <CertificateButton erasure={erasure} />, onCard: 'actions' },
];

/** Erasures with their certificates. */
export function ErasureList() {
  const query = useQuery(erasuresQuery);
  const { data, error } = query;
  if (data === undefined && error) return <QueryError card title="Failed to fetch erasures" query={query} />;
  return (
    <Card
      title="Erasures"
      subtitle="The certificate names places and counts, never the person"
      padded={false}
    >
      {data?.length === 0 ? (
        <EmptyState icon={Eraser} title="No erasures yet" text="Find a person above to erase them." />
      ) : (
        <RecordTable
          label="Erasures"
          columns={COLUMNS}
          records={data}
          keyOf={({ id }) => id}
          tableWidth={860}
          placeholders={2}
          flush
        />
      )}
    </Card>
  );
}
