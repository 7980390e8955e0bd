import { useQuery } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { whereOf } from '#contract/lead-conditions.ts';
import {
  invalidPhoneCountries,
  invalidPhoneStats,
  previewFixPhones,
  previewPhoneCountry,
} from '#contract/phones.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';
import { QueryContent, QueryError } from '../../lib/query-error.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ChangeTable } from './change-table.tsx';
import { Sending } from './list-inputs.tsx';

interface FixCardProps {
  preview: boolean;
  onPreview: (open: boolean) => void;
  fixing: boolean;
  onFix: () => void;
}

export function FixCard({ preview, onPreview, fixing, onFix }: FixCardProps) {
  const query = useQuery(phoneStatsQuery);
  const { data: stats, error } = query;
  const fixable = stats?.fixableCount ?? 0;
  if (stats === undefined && error) {
    return (
      <Card title="Auto-Fix">
        <QueryError title="Failed to fetch the invalid numbers" query={query} className="py-8" />
      </Card>
    );
  }
  if (fixing || (preview && fixable > 0)) {
    return <FixPreview fixing={fixing} onFix={onFix} onCancel={() => onPreview(false)} />;
  }
  return (
    <Card title="Auto-Fix">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 max-w-[70ch] flex-1 basis-64 text-14 text-muted">
          {stats ? fixSummary(stats) : <Skeleton className="h-4 w-64 max-w-full" />}
        </div>
        <Button
          variant="primary"
          icon={WandSparkles}
          disabled={fixable === 0}
          onClick={() => onPreview(true)}
        >
          Auto-Fix Phone Numbers
        </Button>
      </div>
    </Card>
  );
}

function fixSummary({
  totalInvalid,
  fixableCount,
  needsCountryCount,
}: ReplyOf<typeof invalidPhoneStats>): string {
  if (totalInvalid === 0) return "No invalid numbers. All your leads' phone numbers are valid.";
  const numbers = formatCount(totalInvalid, 'invalid number');
  if (fixableCount > 0) {
    return `${formatNumber(fixableCount)} of ${numbers} can be fixed. You'll see every change before it's made.`;
  }
  return needsCountryCount > 0
    ? `None of ${numbers} can be fixed with a country code. Set a country for these leads, or upload the right numbers.`
    : `None of ${numbers} can be fixed with a country code. Upload the right numbers instead.`;
}

interface FixPreviewProps {
  fixing: boolean;
  onFix: () => void;
  onCancel: () => void;
}

function FixPreview({ fixing, onFix, onCancel }: FixPreviewProps) {
  const query = useQuery({ ...fixPreviewQuery, enabled: !fixing });
  const { data } = query;
  const changes = data?.fixable ?? 0;
  return (
    <Card
      title="Before and After"
      subtitle={data && subtitleOf(data)}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {fixing && <Sending share={null} />}
          <Button onClick={onCancel} disabled={fixing}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={changes === 0}
            pending={fixing}
            pendingText="Fixing..."
            onClick={onFix}
          >
            Fix {formatCount(changes, 'Number')}
          </Button>
        </div>
      }
    >
      <QueryContent
        query={query}
        title="Couldn't create the preview"
        reason
        loading={
          <p className="flex items-center gap-2 py-8 text-14 text-muted" role="status">
            <Spinner /> Preparing the preview…
          </p>
        }
      >
        {({ rows }) => <ChangeTable rows={rows} />}
      </QueryContent>
    </Card>
  );
}

function subtitleOf({ fixable, conflicts, rows }: ReplyOf<typeof previewFixPhones>): string {
  const parts = [`${formatCount(fixable, 'number')} will change`];
  if (conflicts > 0) parts.push(`${formatCount(conflicts, 'conflict')} will be skipped`);
  const all = fixable + conflicts;
  const shown = rows.length < all ? ` The first ${formatNumber(rows.length)} are shown.` : '';
  return `${parts.join(', ')}.${shown}`;
}

/** Refetched on opening; events refresh it meanwhile. */
const FRESH = { staleTime: 0 };

export const phoneStatsQuery = { ...queryOf(invalidPhoneStats, {}), ...FRESH };

export const phoneCountriesQuery = { ...queryOf(invalidPhoneCountries, {}), ...FRESH };

/** Preview of a fix; not cached once closed. */
const fixPreviewQuery = { ...queryOf(previewFixPhones, {}), ...FRESH, gcTime: 0 };

export const countryPreviewQuery = (country: string) => ({
  ...queryOf(previewPhoneCountry, { query: { country } }),
  ...FRESH,
});

export const INVALID_PHONES = { phoneValid: 'invalid' } as const;

export const WITHOUT_COUNTRY = {
  ...INVALID_PHONES,
  where: whereOf([{ field: 'country', operator: 'isEmpty', values: [] }]),
};

/** Name of the leads without a country in the list of countries. */
export const NO_COUNTRY_NAME = 'Unknown';
