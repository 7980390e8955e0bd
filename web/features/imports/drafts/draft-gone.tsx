import { Link } from '@tanstack/react-router';
import { FileX2, History } from 'lucide-react';
import { DRAFT_DAYS } from '#contract/import-drafts.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

interface DraftGoneProps {
  /** Last import of the file, if any. */
  imported?: { importId: string; filename: string };
}

/** Explains that a draft has ended, with ways to continue. */
export function DraftGone({ imported }: DraftGoneProps) {
  const again = (
    <Link to="/import" className={buttonClass(imported ? 'secondary' : 'primary')}>
      New Import
    </Link>
  );
  return (
    <Card>
      {imported ? (
        <EmptyState
          icon={History}
          title={`The import of ${imported.filename} has started`}
          text="A draft ends when its import starts."
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {again}
              <Link to="/history" search={{ import: imported.importId }} className={buttonClass('primary')}>
                View Import
              </Link>
            </div>
          }
        />
      ) : (
        <EmptyState
          icon={FileX2}
          title="This draft no longer exists"
          text={`It was discarded, or it expired after ${DRAFT_DAYS} days without changes.`}
          action={again}
        />
      )}
    </Card>
  );
}
