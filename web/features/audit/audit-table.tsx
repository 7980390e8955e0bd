import { AUDIT_LABELS, type AuditAction, type AuditLog } from '#contract/audit-logs.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/tone.ts';
import { Activity } from './activity.tsx';

interface AuditTableProps {
  entries: readonly AuditLog[];
  stale: boolean;
  /** ID of the entry whose details are open. */
  openId: string | undefined;
  onOpen: (entry: AuditLog) => void;
}

const COLUMNS = ['When', 'Activity', 'Action'] as const;
/** Column that narrow screens leave out: the sentence says the action. */
const WIDE_ONLY = 'max-md:hidden';

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

/** Returns the tone of an action; failed sign-ins stand out most, then removals. */
export function toneOf(action: AuditAction): Tone {
  if (action === 'login_failed' || action === 'login_blocked') return 'negative';
  if (action === 'login_success') return 'positive';
  return TAKES_AWAY.has(action) ? 'caution' : 'neutral';
}

function Head() {
  return (
    <thead>
      <tr>
        {COLUMNS.map((label) => (
          <HeaderCell key={label} className={label === 'Action' ? WIDE_ONLY : ''}>
            {label}
          </HeaderCell>
        ))}
      </tr>
    </thead>
  );
}

/** Lists entries of the audit trail; a click on one opens its details. */
export function AuditTable({ entries, stale, openId, onOpen }: AuditTableProps) {
  return (
    <DataTable label="Audit logs" stale={stale} className="md:max-h-[calc(100dvh-17rem)]">
      <Head />
      <tbody>
        {entries.map((entry) => (
          <TableRow
            key={entry.id}
            selected={entry.id === openId}
            className="cursor-pointer"
            onClick={() => onOpen(entry)}
          >
            <Cell className="tabular-nums max-md:py-2 max-md:align-top md:whitespace-nowrap">
              <button
                type="button"
                className="rounded-control py-1 text-left underline-offset-4 hover:underline"
                aria-label={`Details of ${AUDIT_LABELS[entry.action]} by ${entry.username}, ${formatDateTime(entry.createdAt)}`}
                onClick={(event) => {
                  event.stopPropagation();
                  onOpen(entry);
                }}
              >
                {formatDateTime(entry.createdAt)}
              </button>
            </Cell>
            <Cell className="w-full py-2 whitespace-normal wrap-anywhere md:min-w-56">
              <Activity entry={entry} />
            </Cell>
            <Cell className={WIDE_ONLY}>
              <Badge tone={toneOf(entry.action)}>{AUDIT_LABELS[entry.action]}</Badge>
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

const SKELETON_ROWS = Array.from({ length: 12 }, (_, row) => `row-${row}`);

/** Renders a placeholder for the table while it loads. */
export function AuditTableSkeleton() {
  return (
    <DataTable label="Audit logs">
      <Head />
      <tbody>
        {SKELETON_ROWS.map((row) => (
          <TableRow key={row}>
            {COLUMNS.map((column) => (
              <Cell key={column} className={column === 'Action' ? WIDE_ONLY : ''}>
                <Skeleton className={column === 'Activity' ? 'h-3 w-48' : 'h-3 w-24'} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
