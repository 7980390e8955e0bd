import type { CurrentUser } from '#contract/users.ts';
import type { LeadTask } from '../lead-actions.tsx';
import { CleanDialog } from './clean-dialog.tsx';
import type { ExportSource } from './export-choice.ts';
import { ExportFlow, InvalidPhonesFlow } from './export-flow.tsx';

export interface LeadTaskDialogProps {
  task: LeadTask;
  source: ExportSource;
  user: CurrentUser;
  onClose: () => void;
}

/** Dialog opened by a header button. */
export function LeadTaskDialog({ task, ...flow }: LeadTaskDialogProps) {
  if (task === 'clean') return <CleanDialog onClose={flow.onClose} />;
  return task === 'export' ? <ExportFlow {...flow} /> : <InvalidPhonesFlow {...flow} />;
}
