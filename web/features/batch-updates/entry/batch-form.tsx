import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { InputMode } from './input-mode.ts';
import { Sending } from './sending.tsx';

interface BatchFormProps {
  /** Accessible name. */
  label: string;
  mode: InputMode;
  onMode: (mode: InputMode) => void;
  /** Tab for manual input; `csv` is the other tab. */
  manual: ReactNode;
  csv: ReactNode;
  /** Inputs shared by both tabs. */
  children: ReactNode;
  submit: string;
  pending: boolean;
  pendingText: string;
  /** Share of the file sent, 0 to 1; null if unknown. */
  share: number | null;
  onSubmit: (form: Element) => void;
}

/** Form for a list, entered manually or as a file. */
export function BatchForm(props: BatchFormProps) {
  const { label, mode, onMode, manual, csv, children, submit, pending, pendingText, share, onSubmit } = props;
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!pending) onSubmit(event.currentTarget);
  }
  return (
    <Card>
      <form aria-label={label} noValidate onSubmit={send}>
        <Tabs
          label="Input method"
          value={mode}
          onChange={onMode}
          tabs={[
            { value: 'manual', label: 'Manual Entry', content: manual },
            { value: 'csv', label: 'CSV Upload', content: csv },
          ]}
        />
        <div className="mt-5 flex flex-col gap-5">{children}</div>
        <div className="mt-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
          {pending && <Sending share={share} />}
          <Button type="submit" variant="primary" pending={pending} pendingText={pendingText}>
            {submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}
