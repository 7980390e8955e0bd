import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteSuppression, type Suppression } from '#contract/suppressions.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount, formatDate, formatDateTime } from '../../lib/format.ts';
import { PageWaits, QueryError, usePageWaits } from '../../lib/query-error.tsx';
import { SearchField } from '../../lib/search-field.tsx';
import { showReason } from '../../lib/show-failure.ts';
import { refreshSuppression } from '../../lib/suppression.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ENTRIES_PAGE_SIZE, entriesQuery, listsQuery } from './queries.ts';
import type { SuppressionSearch } from './search.ts';

const TABLE_WIDTH = 760;

const KIND: Record<Suppression['kind'], string> = {
  email: 'Email',
  phone: 'Phone',
  domain: 'Domain',
  prefix: 'Prefix',
  hash: 'Hash',
};
const HASH = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256' };

interface EntriesCardProps {
  view: SuppressionSearch;
  editable: boolean;
  /** `replace` adds no history entry. */
  onSearch: (change: SuppressionSearch, replace?: boolean) => void;
}

/** Entries of one list or all, found by a whole value. */
export function EntriesCard({ view, editable, onSearch }: EntriesCardProps) {
  const query = useQuery(entriesQuery(view));
  const { data: lists } = useQuery(listsQuery);
  const { data, error, isPlaceholderData } = query;
  const waits = usePageWaits(isPlaceholderData);
  const [removing, setRemoving] = useState<Suppression | null>(null);
  const nameOf = (id: string) => lists?.find((list) => list.id === id)?.name ?? '–';
  const chosen = view.list === undefined ? undefined : nameOf(view.list);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / ENTRIES_PAGE_SIZE));
  return (
    <Card
      title={chosen === undefined ? 'Entries' : `Entries of ${chosen}`}
      subtitle="Emails and numbers are stored as hashes. We only show part of them."
      padded={false}
      {...(chosen !== undefined && {
        actions: (
          <Button onClick={() => onSearch({ list: undefined, page: undefined })}>Show All Lists</Button>
        ),
      })}
    >
      <div className="px-5 pb-4">
        <SearchField
          label="Find a whole email, phone, domain or hash"
          placeholder="Whole email, phone, domain or hash"
          maxLength={320}
          className="w-96 max-md:w-full"
          value={view.search ?? ''}
          onSearch={(search) => onSearch({ search: search || undefined, page: undefined }, true)}
        />
      </div>
      {waits ? (
        <PageWaits what="These entries" />
      ) : error && data === undefined ? (
        <QueryError title="Failed to fetch entries" query={query} />
      ) : data?.entries.length === 0 ? (
        <NoEntries view={view} onSearch={onSearch} />
      ) : (
        <RecordTable
          flush
          label="Entries"
          records={data?.entries}
          keyOf={({ id }) => id}
          tableWidth={TABLE_WIDTH}
          stale={isPlaceholderData}
          columns={columnsOf(nameOf, editable ? setRemoving : null)}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3">
          <p className="text-13 text-muted tabular-nums" aria-live="polite">
            {formatCount(data.total, 'entry', 'entries')}
          </p>
          <Pagination
            page={Math.min(pages, Number(view.page ?? '1'))}
            pages={pages}
            onPage={(page) => onSearch({ page: page === 1 ? undefined : String(page) })}
          />
        </div>
      )}
      {removing && <RemoveDialog entry={removing} onClose={() => setRemoving(null)} />}
    </Card>
  );
}

function columnsOf(
  nameOf: (list: string) => string,
  onRemove: ((entry: Suppression) => void) | null,
): RecordColumn<Suppression>[] {
  return [
    {
      label: 'Entry',
      onCard: 'title',
      rowHeader: true,
      className: 'whitespace-nowrap',
      value: ({ hint }) => <span className="font-medium tabular-nums">{hint}</span>,
    },
    {
      label: 'Kind',
      className: 'whitespace-nowrap',
      value: ({ kind, hash }) => <Badge tone="neutral">{hash === null ? KIND[kind] : HASH[hash]}</Badge>,
    },
    { label: 'List', className: 'max-w-48 truncate', value: ({ listId }) => nameOf(listId) },
    {
      label: 'Reason',
      className: 'max-w-48 truncate',
      hint: ({ reason }) => reason ?? undefined,
      isEmpty: ({ reason }) => reason === null,
      value: ({ reason }) => reason ?? <span className="text-muted">–</span>,
    },
    {
      label: 'Source',
      className: 'max-w-40 truncate',
      cellClassName: 'text-muted',
      hint: ({ source }) => source ?? undefined,
      isEmpty: ({ source }) => source === null,
      value: ({ source }) => source ?? '–',
    },
    {
      label: 'Expires',
      className: 'whitespace-nowrap',
      cellClassName: 'text-muted',
      isEmpty: ({ expiresAt }) => expiresAt === null,
      value: ({ expiresAt }) => (expiresAt === null ? 'Never' : formatDate(expiresAt)),
    },
    {
      label: 'Added',
      className: 'whitespace-nowrap',
      cellClassName: 'text-muted',
      hint: ({ createdAt, createdBy }) => `${formatDateTime(createdAt)} by ${createdBy}`,
      value: ({ createdAt, createdBy }) => `${formatDate(createdAt)} by ${createdBy}`,
    },
    ...(onRemove === null
      ? []
      : [
          {
            label: 'Actions',
            onCard: 'actions' as const,
            value: (entry: Suppression) => (
              <IconButton icon={Trash2} label={`Remove ${entry.hint}`} onClick={() => onRemove(entry)} />
            ),
          },
        ]),
  ];
}

function NoEntries({ view, onSearch }: Pick<EntriesCardProps, 'view' | 'onSearch'>) {
  if (view.search !== undefined) {
    return (
      <EmptyState
        icon={Search}
        title="Not on a list"
        text={`No entry is "${view.search}" or applies to it. Search for a whole email or number, with + and its country code.`}
        action={<Button onClick={() => onSearch({ search: undefined })}>Clear Search</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Ban}
      title="No entries yet"
      text="Add people who said no. They are skipped in every import, and never sold or delivered."
    />
  );
}

function RemoveDialog({ entry, onClose }: { entry: Suppression; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => callApi(deleteSuppression, { params: { id: entry.id } }),
    onSuccess: () => {
      toast({ title: 'Entry removed', description: entry.hint });
      refreshSuppression(client);
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't remove the entry"),
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Remove Entry"
      description={`Remove ${entry.hint}? Leads that it applies to can be sold again, unless another entry has them.`}
      action="Remove Entry"
      destructive
      pending={remove.isPending}
      pendingText="Removing..."
      onAction={() => remove.mutate()}
    />
  );
}
