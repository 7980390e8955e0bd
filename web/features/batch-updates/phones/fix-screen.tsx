import { formatCount } from '../../../lib/format.ts';
import { BatchLayout } from '../batch-layout.tsx';
import { FailureNotice, ResultCard } from '../result-card.tsx';
import { CountryTable } from './country-table.tsx';
import { FixCard } from './fix-card.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PhoneStats } from './phone-stats.tsx';
import type { FixReply } from './use-fix.ts';
import { useFix } from './use-fix.ts';

const KINDS = ['fixPhones'] as const;

interface FixScreenProps {
  preview: boolean;
  onPreview: (open: boolean) => void;
}

/** Fixes invalid phones with their country's calling prefix. */
export function FixScreen({ preview, onPreview }: FixScreenProps) {
  const fix = useFix();
  return (
    <div className="flex flex-col gap-4">
      <PhoneStats />
      <BatchLayout help={<HowItWorks />} kinds={KINDS} busy={fix.isPending}>
        <FixCard
          preview={preview}
          onPreview={onPreview}
          fixing={fix.isPending}
          onFix={() => fix.mutate(undefined, { onSuccess: () => onPreview(false) })}
        />
        {fix.error && <FailureNotice title="Failed to fix phone numbers" error={fix.error} />}
        {fix.data && fix.data.operationId !== null && <Result reply={fix.data} />}
        <CountryTable />
      </BatchLayout>
    </div>
  );
}

function Result({ reply }: { reply: FixReply }) {
  return (
    <ResultCard
      title={`${formatCount(reply.fixed, 'phone number')} fixed`}
      changed={reply.fixed > 0}
      figures={[
        { label: 'Fixed', value: reply.fixed, tone: 'text-positive' },
        { label: 'Conflicts', value: reply.conflicts, tone: 'text-caution' },
      ]}
      kinds={KINDS}
      operationId={reply.operationId}
    />
  );
}
