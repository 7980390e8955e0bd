import { Download, MailX, PhoneOff, Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Tasks that the buttons of the page header open. */
export type LeadTask = 'export' | 'invalid-phones' | 'clean';

export interface LeadActionsProps {
  onTask: (task: LeadTask) => void;
  onCreate: () => void;
}

/** Renders the actions on the whole database. */
export function LeadActions({ onTask, onCreate }: LeadActionsProps) {
  return (
    <>
      <Button size="small" icon={MailX} onClick={() => onTask('clean')}>
        Clean No Email
      </Button>
      <Button size="small" icon={PhoneOff} onClick={() => onTask('invalid-phones')}>
        Invalid Phones
      </Button>
      <Button size="small" icon={Download} onClick={() => onTask('export')}>
        Export
      </Button>
      <Button size="small" variant="primary" icon={Plus} onClick={onCreate}>
        Add Lead
      </Button>
    </>
  );
}
