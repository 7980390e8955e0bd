import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { Tone } from '../../ui/tone.ts';
import { ImportCounters } from './import-counters.tsx';
import type { ImportProgress } from './import-progress.ts';
import { outcomeText } from './outcome-text.ts';
import { secondsLeft, timeLeftText } from './pace.ts';
import { StepFooter } from './step-footer.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';
import type { Wizard } from './wizard.ts';

type ImportStepState = Extract<Wizard, { step: 'import' }>;

interface ImportStepProps {
  wizard: ImportStepState;
  actions: ImportWizardActions;
}

const STATES: Record<ImportStepState['phase'], { label: string; tone: Tone }> = {
  uploading: { label: 'Uploading', tone: 'info' },
  processing: { label: 'Processing', tone: 'info' },
  completed: { label: 'Completed', tone: 'positive' },
  error: { label: 'Error', tone: 'negative' },
};

const BAR_TONES: Record<ImportStepState['phase'], Tone> = {
  uploading: 'accent',
  processing: 'accent',
  completed: 'positive',
  error: 'negative',
};

/** Step 3: how the import goes, and what became of the rows. */
export function ImportStep({ wizard, actions }: ImportStepProps) {
  const { phase, progress, upload } = wizard;
  const state = STATES[phase];
  return (
    <>
      <Card
        title={<span className="block truncate">{upload.filename}</span>}
        subtitle={<Told wizard={wizard} />}
        actions={
          <span role="status">
            <Badge tone={state.tone}>{state.label}</Badge>
          </span>
        }
      >
        <Progress value={progress.percent} label="Import progress" tone={BAR_TONES[phase]} />
        <div className="mt-5 border-t border-line pt-5">
          <ImportCounters stats={progress.stats} />
        </div>
        {wizard.phase === 'error' && (
          <Notice
            tone="negative"
            className="mt-5"
            title="An error occurred during the import process. Please check your file format and try again."
          >
            {wizard.reason}
          </Notice>
        )}
      </Card>
      <StepFooter
        actions={
          <>
            {phase === 'error' && <Button onClick={actions.back}>Back</Button>}
            <Button onClick={actions.newImport}>New Import</Button>
            <Link to="/leads" className={buttonClass(phase === 'completed' ? 'primary' : 'secondary')}>
              View All Leads
            </Link>
          </>
        }
      >
        <p className="text-muted">
          {phase === 'completed' || phase === 'error'
            ? 'Every import is kept in the '
            : 'The import goes on when you leave this page; its end is told in the '}
          <Link to="/history" className="text-text underline underline-offset-2">
            Import History
          </Link>
          .
        </p>
      </StepFooter>
    </>
  );
}

/** One line on where the import stands. */
function Told({ wizard }: { wizard: ImportStepState }) {
  switch (wizard.phase) {
    case 'uploading':
      return 'The import is about to begin.';
    case 'processing':
      return <Speed progress={wizard.progress} />;
    case 'completed':
      return outcomeText(wizard.progress.stats);
    case 'error':
      return 'The import did not come to its end.';
  }
}

function Speed({ progress: { pace, stats } }: { progress: ImportProgress }) {
  const left = timeLeftText(secondsLeft(pace, stats.totalRows));
  return (
    <span className="tabular-nums">
      {pace.rate === null ? left : `${formatCount(Math.round(pace.rate), 'row')}/s · ${left}`}
    </span>
  );
}
