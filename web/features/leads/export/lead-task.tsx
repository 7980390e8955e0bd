import type { LeadFilter } from '#contract/lead-filter.ts';
import type { CurrentUser } from '#contract/users.ts';
import type { LeadTask } from '../lead-actions.tsx';
import { CleanDialog } from './clean-dialog.tsx';
import { ExportFlow } from './export-flow.tsx';

export interface LeadTaskDialogProps {
  task: LeadTask;
  filter: LeadFilter;
  user: CurrentUser;
  onClose: () => void;
}

/** Renders the dialog opened by a button in the page header. */
export function LeadTaskDialog({ task, filter, user, onClose }: LeadTaskDialogProps) {
  if (task === 'clean') return <CleanDialog onClose={onClose} />;
  return (
    <ExportFlow invalidPhones={task === 'invalid-phones'} filter={filter} user={user} onClose={onClose} />
  );
}
