import { Download, MailX, PhoneOff, Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Tasks that the buttons of the page header open. */
export type LeadTask = 'export' | 'invalid-phones' | 'clean';

export interface LeadActionsProps {
  onTask: (task: LeadTask) => void;
  onCreate: () => void;
}

/** Classes of a label that only screen readers get where the heading is narrow, so that its line doesn't wrap. */
const LABEL = '@max-[68rem]:sr-only';

/** Renders the actions on the whole database. */
export function LeadActions({ onTask, onCreate }: LeadActionsProps) {
  return (
    <>
      <Button size="small" icon={MailX} title="Clean No Email" onClick={() => onTask('clean')}>
        <span className={LABEL}>Clean No Email</span>
      </Button>
      <Button size="small" icon={PhoneOff} title="Invalid Phones" onClick={() => onTask('invalid-phones')}>
        <span className={LABEL}>Invalid Phones</span>
      </Button>
      <Button size="small" icon={Download} title="Export" onClick={() => onTask('export')}>
        <span className={LABEL}>Export</span>
      </Button>
      <Button
        size="small"
        variant="primary"
        icon={Plus}
        title="Add Lead"
        className="max-md:flex-1"
        onClick={onCreate}
      >
        <span className="@max-[48rem]:md:sr-only">Add Lead</span>
      </Button>
    </>
  );
}
