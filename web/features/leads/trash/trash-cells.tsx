import { RotateCcw, Trash2 } from 'lucide-react';
import type { TrashedLead } from '#contract/trash.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { leadName } from '../table/lead-table-row.tsx';
import { timeInTrash } from './days-left.ts';

/** Describes merges and other causes; null for plain deletion. */
export function deletionCause({ deletion }: TrashedLead): string | null {
  if (deletion?.way === 'merge') return `Merged into ${deletion.detail ?? 'another lead'}`;
  if (deletion?.way === 'undo') return deletion.detail === null ? 'Undo' : `Undo of ${deletion.detail}`;
  return null;
}

/** Time left to restore; the tooltip has its end. */
export function TimeLeft({ deletedAt }: Pick<TrashedLead, 'deletedAt'>) {
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

export interface LeadCallbacks {
  onRestore: (lead: TrashedLead) => void;
  /** Undefined for users without permission. */
  onPurge: ((lead: TrashedLead) => void) | undefined;
}

/** Actions on a trashed lead. */
export function TrashActions({ lead, onRestore, onPurge }: LeadCallbacks & { lead: TrashedLead }) {
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
