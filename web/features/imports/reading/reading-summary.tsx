import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { readingFacts } from './reading.ts';
import { ReadingPanel, type ReadingPanelProps } from './reading-panel.tsx';

interface ReadingSummaryProps extends ReadingPanelProps {
  /** More actions on the same line. */
  children?: ReactNode;
}

/** One-line summary of how the file is read; opens the panel. */
export function ReadingSummary({ children, ...panel }: ReadingSummaryProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto text-13 text-muted">{readingFacts(panel.upload).join(' · ')}</p>
        <Button size="small" aria-expanded={open} onClick={() => setOpen((now) => !now)}>
          {open ? 'Done' : 'Change File Settings'}
        </Button>
        {children}
      </div>
      {open && <ReadingPanel {...panel} />}
    </div>
  );
}
