import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ReadingPanel, type ReadingPanelProps } from './reading-panel.tsx';
import { readingFacts } from './reading-text.ts';

/** Says in one line how the file is read, and opens the panel that changes it. */
export function ReadingSummary(props: ReadingPanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-13 text-muted">{readingFacts(props.upload).join(' · ')}</p>
        <Button size="small" aria-expanded={open} onClick={() => setOpen((now) => !now)}>
          {open ? 'Done' : 'Change how we read this file'}
        </Button>
      </div>
      {open && <ReadingPanel {...props} />}
    </div>
  );
}
