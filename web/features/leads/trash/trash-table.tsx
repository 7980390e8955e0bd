import { RotateCcw, Trash2 } from 'lucide-react';
import { TRASH_DAYS } from '#contract/limits.ts';
import type { TrashedLead } from '#contract/trash.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { RecordColumn } from '../../../ui/record-columns.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { Ago, Nothing, Phone } from '../lead-cells.tsx';
import { leadName, RowCheckbox } from '../table/lead-table-row.tsx';
import type { PageSelection } from '../use-selection.ts';

const DAY_MS = 86_400_000;

const FEW_DAYS = 3;

/** Describes the time left in the trash, and whether it ends soon; `now` in epoch milliseconds. */
export function timeInTrash(
  deletedAt: string,
  now = Date.now(),
): { text: string; isSoon: boolean; endsAt: string } {
  const end = Date.parse(deletedAt) + TRASH_DAYS * DAY_MS;
  const days = Math.ceil((end - now) / DAY_MS);
  const text = days < 1 ? 'Any time now' : days === 1 ? '1 day' : `${days} days`;
  return { text, isSoon: days <= FEW_DAYS, endsAt: new Date(end).toISOString() };
}

const TABLE_WIDTH = 880;

interface TrashTableProps extends LeadCallbacks {
  /** Undefined while they load. */
  leads: readonly TrashedLead[] | undefined;
  /** Newer rows are loading. */
  stale: boolean;
  selection: PageSelection;
  onOpen: (id: string) => void;
}

const FACTS: readonly RecordColumn<TrashedLead>[] = [
  {
    label: 'Email',
    className: 'max-w-64',
    skeleton: 'w-36',
    value: ({ email }) =>
      email === null ? (
        <Nothing />
      ) : (
        <span className="block truncate" title={email}>
          {email}
        </span>
      ),
  },
  {
    label: 'Phone',
    className: 'whitespace-nowrap',
    skeleton: 'w-24',
    value: ({ phone, numberValid }) => <Phone phone={phone} numberValid={numberValid} />,
  },
  {
    label: 'Deleted',
    className: 'whitespace-nowrap',
    value: ({ deletedAt }) => <Ago time={deletedAt} />,
  },
  {
    label: 'Deleted By',
    className: 'max-w-72 whitespace-nowrap',
    skeleton: 'w-24',
    value: (lead) => <DeletedBy lead={lead} />,
  },
  {
    label: 'Days Left',
    className: 'whitespace-nowrap',
    value: ({ deletedAt }) => <TimeLeft deletedAt={deletedAt} />,
  },
];

export function TrashTable({ leads, stale, selection, onOpen, ...callbacks }: TrashTableProps) {
  const checkbox: RecordColumn<TrashedLead> = {
    label: 'Select',
    heading: (
      <RowCheckbox
        label="Select all leads on this page"
        checked={selection.page === 'all'}
        indeterminate={selection.page === 'some'}
        onClick={selection.togglePage}
      />
    ),
    onCard: 'checkbox',
    className: 'w-10 pr-0',
    value: (lead, index) => (
      <RowCheckbox
        label={`Select ${leadName(lead)}`}
        checked={selection.has(lead.id)}
        onClick={(event) => selection.toggle(index, event.shiftKey)}
      />
    ),
  };
  const name: RecordColumn<TrashedLead> = {
    label: 'Name',
    onCard: 'title',
    className: 'max-w-56',
    cellClassName: 'font-medium',
    skeleton: 'w-32',
    value: (lead) => (
      <button
        type="button"
        title={leadName(lead)}
        onClick={() => onOpen(lead.id)}
        className="block max-w-full truncate text-left underline-offset-2 hover:underline max-md:min-h-11"
      >
        {leadName(lead)}
      </button>
    ),
  };
  const actions: RecordColumn<TrashedLead> = {
    label: 'Actions',
    onCard: 'actions',
    className: 'w-0',
    cellClassName: 'pl-0',
    value: (lead) => <TrashActions lead={lead} {...callbacks} />,
  };
  return (
    <RecordTable
      label="Leads in the bin"
      records={leads}
      keyOf={({ id }) => id}
      tableWidth={TABLE_WIDTH}
      fill
      className="flex-1"
      stale={stale}
      placeholders={12}
      isSelected={({ id }) => selection.has(id)}
      columns={[checkbox, name, ...FACTS, actions]}
    />
  );
}

function DeletedBy({ lead }: { lead: TrashedLead }) {
  const cause = deletionCause(lead);
  if (lead.deletion === null) return <Nothing />;
  return (
    <span className="block truncate" title={[lead.deletion.by, cause].filter(Boolean).join(' · ')}>
      {lead.deletion.by}
      {cause !== null && <span className="text-muted"> · {cause}</span>}
    </span>
  );
}

/** Describes merges and other causes; null for plain deletion. */
function deletionCause({ deletion }: TrashedLead): string | null {
  if (deletion?.way === 'merge') return `Merged into ${deletion.detail ?? 'another lead'}`;
  if (deletion?.way === 'undo') return deletion.detail === null ? 'Undo' : `Undo of ${deletion.detail}`;
  return null;
}

/** Time left to restore; the tooltip has its end. */
function TimeLeft({ deletedAt }: Pick<TrashedLead, 'deletedAt'>) {
  const { text, isSoon, endsAt } = timeInTrash(deletedAt);
  return (
    <span
      title={`Deleted forever after ${formatDateTime(endsAt)}`}
      className={cx('whitespace-nowrap tabular-nums', isSoon && 'font-medium text-caution')}
    >
      {text}
    </span>
  );
}

interface LeadCallbacks {
  onRestore: (lead: TrashedLead) => void;
  /** Undefined for users without permission. */
  onPurge: ((lead: TrashedLead) => void) | undefined;
}

function TrashActions({ lead, onRestore, onPurge }: LeadCallbacks & { lead: TrashedLead }) {
  const name = leadName(lead);
  return (
    <span className="flex justify-end">
      <IconButton
        icon={RotateCcw}
        label={`Restore ${name}`}
        className="md:size-7"
        onClick={() => onRestore(lead)}
      />
      {onPurge && (
        <IconButton
          icon={Trash2}
          label={`Delete ${name} forever`}
          className="hover:text-negative! md:size-7"
          onClick={() => onPurge(lead)}
        />
      )}
    </span>
  );
}
