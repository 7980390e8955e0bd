import { useQuery } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  AUDIT_FORMATS,
  AUDIT_LABELS,
  AUDIT_PAGE_SIZE,
  type AuditFilter,
  type AuditLog,
  exportAuditLogs,
} from '#contract/audit-logs.ts';
import { agentName } from '../../lib/agent-name.ts';
import { formatCount, formatDateTime, formatNumber, formatRelative } from '../../lib/format.ts';
import { PageWaits, QueryError, usePageWaits } from '../../lib/query-error.tsx';
import { useReport } from '../../lib/verify-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { Activity, AuditTable, toneOf } from './audit-table.tsx';
import { auditFilterOf, auditQuery } from './queries.ts';
import type { AuditSearch } from './search.ts';

interface AuditTrailProps {
  search: AuditSearch;
  /** `replace` adds no history entry. */
  onSearch: (change: Partial<AuditSearch>, replace?: boolean) => void;
}

export function AuditTrail({ search, onSearch }: AuditTrailProps) {
  const page = search.page ?? 1;
  const filter = auditFilterOf(search);
  const query = useQuery(auditQuery(page, filter));
  const { data, error, isPlaceholderData } = query;
  const waits = usePageWaits(isPlaceholderData);
  const shown = data && entriesWith(data.logs, search.search ?? '');
  const open = data?.logs.find(({ id }) => id === search.entry);
  return (
    <>
      <AuditFilters
        filter={search}
        search={search.search ?? ''}
        onFilter={(change) => onSearch({ ...change, page: undefined })}
        onSearch={(text) => onSearch({ search: text === '' ? undefined : text }, true)}
      />
      {error && !isPlaceholderData && data === undefined ? (
        <QueryError card title="Failed to fetch audit logs" query={query} />
      ) : waits ? (
        <PageWaits what="These entries" />
      ) : shown?.length === 0 ? (
        <NoEntries search={search} total={data?.total ?? 0} onSearch={onSearch} />
      ) : (
        <AuditTable
          entries={shown}
          stale={isPlaceholderData}
          openId={open?.id}
          onOpen={({ id }: AuditLog) => onSearch({ entry: id })}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <Foot
          total={data.total}
          page={page}
          shown={shown?.length ?? 0}
          onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
        />
      )}
      {open && <AuditEntryDrawer entry={open} onClose={() => onSearch({ entry: undefined })} />}
    </>
  );
}

const NO_FILTER = { action: undefined, user: undefined, from: undefined, to: undefined };

interface FootProps {
  total: number;
  page: number;
  shown: number;
  onPage: (page: number) => void;
}

function Foot({ total, page, shown, onPage }: FootProps) {
  const pages = Math.max(1, Math.ceil(total / AUDIT_PAGE_SIZE));
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p className="text-13 text-muted tabular-nums" aria-live="polite">
        Showing {formatNumber(shown)} of {formatCount(total, 'entry', 'entries')}
      </p>
      <Pagination page={page} pages={pages} onPage={onPage} />
    </div>
  );
}

function NoEntries({ search, total, onSearch }: AuditTrailProps & { total: number }) {
  if (total > 0 && search.search !== undefined) {
    return (
      <EmptyState
        card
        icon={ScrollText}
        title="Nothing found on this page"
        text={`No entry on this page has "${search.search}" in its username or IP address.`}
        action={<Button onClick={() => onSearch({ search: undefined })}>Clear Search</Button>}
      />
    );
  }
  if (total > 0) {
    return (
      <EmptyState
        card
        icon={ScrollText}
        title="This page is empty"
        text="There aren't that many entries."
        action={<Button onClick={() => onSearch({ page: undefined })}>Go to First Page</Button>}
      />
    );
  }
  const isFiltered = Object.keys(auditFilterOf(search)).length > 0;
  return (
    <EmptyState
      card
      icon={ScrollText}
      title="No audit logs found"
      text={isFiltered ? 'Try another action, user or date.' : 'Activity will appear here.'}
      {...(isFiltered && {
        action: <Button onClick={() => onSearch(NO_FILTER)}>Clear Filters</Button>,
      })}
    />
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5 last:border-b-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="text-14 break-words">{children}</dd>
    </div>
  );
}

function AuditEntryDrawer({ entry, onClose }: { entry: AuditLog; onClose: () => void }) {
  const details = detailPairs(entry);
  return (
    <Sheet onClose={onClose} title={AUDIT_LABELS[entry.action]}>
      <p className="px-5 pt-4 text-14">
        <Activity entry={entry} />.
      </p>
      <dl className="px-5 py-2">
        <Fact label="Action">
          <Badge tone={toneOf(entry.action)}>{AUDIT_LABELS[entry.action]}</Badge>
        </Fact>
        <Fact label="When">
          {formatDateTime(entry.createdAt)}{' '}
          <span className="text-13 text-muted">({formatRelative(entry.createdAt)})</span>
        </Fact>
        <Fact label="User">
          {entry.username}
          {entry.userId === null && <span className="text-13 text-muted"> (no account)</span>}
        </Fact>
        <Fact label="Resource">{entry.resource ?? '–'}</Fact>
      </dl>
      {details.length > 0 && (
        <section className="px-5 pb-5">
          <h3 className="pt-3 pb-1 text-14 font-semibold">Details</h3>
          <dl>
            {details.map(([name, value]) => (
              <Fact key={name} label={name.charAt(0).toUpperCase() + name.slice(1)}>
                {value}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      <details className="px-5 pb-5">
        <summary className="cursor-pointer rounded-control py-1 text-14 font-semibold">
          IP address and device
        </summary>
        <dl>
          <Fact label="IP address">
            {entry.ipAddress === null ? '–' : <span className="font-mono text-13">{entry.ipAddress}</span>}
          </Fact>
          <Fact label="Device">
            {agentName(entry.userAgent)}
            {entry.userAgent !== null && (
              <span className="mt-1 block text-12 text-muted">{entry.userAgent}</span>
            )}
          </Fact>
        </dl>
      </details>
    </Sheet>
  );
}

type Format = (typeof AUDIT_FORMATS)[number];

const LABELS: Record<Format, string> = { csv: 'Export CSV', jsonl: 'Export JSON Lines' };

export function AuditExport({ filter }: { filter: AuditFilter }) {
  return AUDIT_FORMATS.map((format) => <ExportButton key={format} format={format} filter={filter} />);
}

function ExportButton({ format, filter }: { format: Format; filter: AuditFilter }) {
  const file = useReport(
    exportAuditLogs,
    { query: { ...filter, format } },
    'Failed to export the audit logs. Please try again.',
  );
  return (
    <>
      <Button icon={Download} pending={file.pending} pendingText="Exporting..." onClick={file.save}>
        {LABELS[format]}
      </Button>
      {file.dialog}
    </>
  );
}

type Value = string | number | boolean | null;

/** Converts `alreadySold` and `already_sold` to `already sold`. */
function keyInWords(key: string): string {
  return key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const WORD_LIST = /^[a-z]+(?:,[a-z]+)+$/i;

function formatDetail(value: Value): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (TIME.test(value)) return formatDateTime(value);
  return WORD_LIST.test(value) ? value.replaceAll(',', ', ') : value;
}

/** Returns an entry's details as readable names and values. */
export function detailPairs({ details }: Pick<AuditLog, 'details'>): [name: string, value: string][] {
  return Object.entries(details ?? {}).map(([key, value]) => [keyInWords(key), formatDetail(value)]);
}

/** Returns entries whose username or IP address contains `search`, ignoring case. */
export function entriesWith(entries: readonly AuditLog[], search: string): readonly AuditLog[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return entries;
  return entries.filter(
    ({ username, ipAddress }) =>
      username.toLowerCase().includes(wanted) || ipAddress?.toLowerCase().includes(wanted) === true,
  );
}
