import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Sending } from './sending.tsx';
import type { Way } from './way.ts';

interface ListFormProps {
  /** Accessible name. */
  label: string;
  way: Way;
  onWay: (way: Way) => void;
  /** What each of the tabs holds. */
  manual: ReactNode;
  csv: ReactNode;
  /** What both ways need beside the list. */
  children: ReactNode;
  submit: string;
  pending: boolean;
  pendingText: string;
  /** How much of a file has left, 0 to 1; null when that is not known. */
  share: number | null;
  onSubmit: () => void;
}

/** A list by hand or by file, with what is to be done with it. */
export function ListForm(props: ListFormProps) {
  const { label, way, onWay, manual, csv, children, submit, pending, pendingText, share, onSubmit } = props;
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!pending) onSubmit();
  }
  return (
    <Card>
      <form aria-label={label} noValidate onSubmit={send}>
        <Tabs
          label="Way of entry"
          value={way}
          onChange={onWay}
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
