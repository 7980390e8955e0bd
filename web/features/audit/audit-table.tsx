import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { AUDIT_LABELS, type AuditAction, type AuditLog } from '#contract/audit-logs.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import type { Tone } from '../../ui/tone.ts';
import { type SentencePart, sentenceOf } from './sentence.ts';

interface AuditTableProps {
  /** Undefined while they load. */
  entries: readonly AuditLog[] | undefined;
  stale: boolean;
  openId: string | undefined;
  onOpen: (entry: AuditLog) => void;
}

const TABLE_WIDTH = 640;

const TAKES_AWAY: ReadonlySet<AuditAction> = new Set([
  'delete_lead',
  'purge_lead',
  'delete_user',
  'delete_field',
  'revoke_token',
  'remove_ip',
  'undo_import',
  'cancel_import',
  'disable_2fa',
]);

/** Returns an action's tone; failed sign-ins stand out most, then removals. */
export function toneOf(action: AuditAction): Tone {
  if (action === 'login_failed' || action === 'login_blocked') return 'negative';
  if (action === 'login_success') return 'positive';
  return TAKES_AWAY.has(action) ? 'caution' : 'neutral';
}

export function AuditTable({ entries, stale, openId, onOpen }: AuditTableProps) {
  return (
    <RecordTable
      label="Audit logs"
      records={entries}
      keyOf={({ id }) => id}
      tableWidth={TABLE_WIDTH}
      stale={stale}
      placeholders={12}
      rowHeight="h-10"
      className="max-h-[calc(100dvh-17rem)]"
      isSelected={({ id }) => id === openId}
      onOpen={onOpen}
      columns={[
        {
          label: 'When',
          className: 'whitespace-nowrap',
          cellClassName: 'tabular-nums',
          skeleton: 'w-36',
          value: (entry) => <When entry={entry} onOpen={onOpen} />,
        },
        {
          label: 'Activity',
          onCard: 'title',
          className: 'w-full min-w-56',
          cellClassName: 'py-1.5 whitespace-normal wrap-anywhere',
          skeleton: 'w-64 max-w-full',
          value: (entry) => (
            <span className="font-normal">
              <Activity entry={entry} />
            </span>
          ),
        },
        {
          label: 'Action',
          className: 'whitespace-nowrap',
          skeleton: 'w-24',
          value: ({ action }) => <Badge tone={toneOf(action)}>{AUDIT_LABELS[action]}</Badge>,
        },
      ]}
    />
  );
}

function When({ entry, onOpen }: { entry: AuditLog; onOpen: (entry: AuditLog) => void }) {
  const time = formatDateTime(entry.createdAt);
  return (
    <button
      type="button"
      className="rounded-control py-1 text-left underline-offset-4 hover:underline max-md:min-h-11"
      aria-label={`Details of ${AUDIT_LABELS[entry.action]} by ${entry.username}, ${time}`}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(entry);
      }}
    >
      {time}
    </button>
  );
}

const LINK = 'relative rounded-[4px] underline underline-offset-2';

/** Sentence about an entry, linked to its lead or import. */
export function Activity({ entry }: { entry: AuditLog }) {
  return (
    <>
      <span className="font-medium wrap-anywhere">{entry.username}</span>{' '}
      {sentenceOf(entry).map((part) => (
        <PartOf key={typeof part === 'string' ? part : part.text} part={part} />
      ))}
    </>
  );
}

function PartOf({ part }: { part: SentencePart }) {
  if (typeof part === 'string') return <span className="wrap-anywhere">{part}</span>;
  if ('lead' in part) {
    return (
      <Link to="/leads" search={{ lead: part.lead }} className={LINK} onClick={stopPropagation}>
        {part.text}
      </Link>
    );
  }
  return (
    <Link to="/history" search={{ import: part.import }} className={LINK} onClick={stopPropagation}>
      {part.text}
    </Link>
  );
}

/** Keeps clicks on links from opening the entry. */
function stopPropagation(event: MouseEvent): void {
  event.stopPropagation();
}
