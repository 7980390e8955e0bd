import { Download, MailX, PhoneOff, Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** What the buttons of the page's head ask for. */
export type LeadTask = 'export' | 'invalid-phones' | 'clean';

export interface LeadActionsProps {
  onTask: (task: LeadTask) => void;
  onCreate: () => void;
}

/** What can be done with the database as a whole. */
export function LeadActions({ onTask, onCreate }: LeadActionsProps) {
  return (
    <>
      <Button icon={MailX} onClick={() => onTask('clean')}>
        Clean No Email
      </Button>
      <Button icon={PhoneOff} onClick={() => onTask('invalid-phones')}>
        Invalid Phones
      </Button>
      <Button icon={Download} onClick={() => onTask('export')}>
        Export
      </Button>
      <Button variant="primary" icon={Plus} onClick={onCreate}>
        Add Lead
      </Button>
    </>
  );
}
