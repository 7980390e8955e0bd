import { Download, MailX, PhoneOff, Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Opened by header buttons. */
export type LeadTask = 'export' | 'invalid-phones' | 'clean';

export interface LeadActionsProps {
  onTask: (task: LeadTask) => void;
  onCreate: () => void;
}

/** Only screen readers get labels in narrow headings, which must not wrap. */
const LABEL = '@max-[68rem]:sr-only';
/** On phones, Add Lead follows the search and the others follow the tabs. */
const AFTER_TABS = 'max-md:order-2';

export function LeadActions({ onTask, onCreate }: LeadActionsProps) {
  return (
    <>
      <Button
        size="small"
        icon={MailX}
        title="Clean No Email"
        className={AFTER_TABS}
        onClick={() => onTask('clean')}
      >
        <span className={LABEL}>Clean No Email</span>
      </Button>
      <Button
        size="small"
        icon={PhoneOff}
        title="Invalid Phones"
        className={AFTER_TABS}
        onClick={() => onTask('invalid-phones')}
      >
        <span className={LABEL}>Invalid Phones</span>
      </Button>
      <Button
        size="small"
        icon={Download}
        title="Export"
        className={AFTER_TABS}
        onClick={() => onTask('export')}
      >
        <span className={LABEL}>Export</span>
      </Button>
      <Button size="small" variant="primary" icon={Plus} title="Add Lead" onClick={onCreate}>
        <span className="@max-[48rem]:sr-only">Add Lead</span>
      </Button>
    </>
  );
}
