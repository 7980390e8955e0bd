import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { unimportedColumns } from '#contract/unimported-columns.ts';
import { paceText } from '../../lib/pace.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { Tone } from '../../ui/tone.ts';
import { draftPlan } from './plan/draft.ts';
import { CancelDialog } from './results/cancel-dialog.tsx';
import { ImportCounters, UnimportedNotice } from './results/import-counters.tsx';
import { rowsDone } from './results/import-progress.ts';
import { outcomeText } from './results/outcome-text.ts';
import { LiveProblems } from './results/problems.tsx';
import { ResultLinks } from './results/result-links.tsx';
import { StepFooter } from './step-footer.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';
import { isImportRunning, type Wizard } from './wizard.ts';

type ImportStepState = Extract<Wizard, { step: 'import' }>;

const STATES: Record<ImportStepState['phase'], { label: string; tone: Tone; bar: Tone }> = {
  uploading: { label: 'Uploading', tone: 'info', bar: 'accent' },
  processing: { label: 'Processing', tone: 'info', bar: 'accent' },
  completed: { label: 'Completed', tone: 'positive', bar: 'positive' },
  cancelled: { label: 'Canceled', tone: 'neutral', bar: 'neutral' },
  error: { label: 'Error', tone: 'negative', bar: 'negative' },
};

export function ImportStep({ wizard, actions }: { wizard: ImportStepState; actions: ImportWizardActions }) {
  const { phase, progress, upload } = wizard;
  const state = STATES[phase];
  const running = isImportRunning(wizard);
  const unimported = phase === 'completed' ? unimportedColumns(upload.columns, draftPlan(wizard.draft)) : [];
  const unprocessed = phase === 'cancelled' ? progress.stats.totalRows - rowsDone(progress.stats) : 0;
  return (
    <>
      <Card
        title={<span className="block truncate">{upload.filename}</span>}
        subtitle={<ProgressLine wizard={wizard} />}
        actions={
          <span className="flex items-center gap-3">
            <span role="status">
              <Badge tone={state.tone}>{state.label}</Badge>
            </span>
            {running && <CancelRun wizard={wizard} />}
          </span>
        }
      >
        <Progress value={progress.percent} label="Import progress" tone={state.bar} />
        <div className="mt-5 border-t border-line pt-5">
          <ImportCounters stats={{ ...progress.stats, unprocessed }} />
        </div>
        {progress.importId !== null && !running && (
          <div className="mt-5">
            <ResultLinks importId={progress.importId} stats={progress.stats} />
          </div>
        )}
        {unimported.length > 0 && (
          <div className="mt-5">
            <UnimportedNotice columns={unimported} />
          </div>
        )}
        {phase === 'cancelled' && (
          <Notice className="mt-5" title="The import was canceled">
            Rows imported so far stay, and you can undo them in Import History. The other rows weren't
            processed. Go back to import the file again.
          </Notice>
        )}
        {wizard.phase === 'error' && (
          <Notice
            tone="negative"
            className="mt-5"
            title="An error occurred during the import process. Please check your file format and try again."
          >
            {wizard.reason}
          </Notice>
        )}
        {progress.importId !== null && <LiveProblems importId={progress.importId} />}
      </Card>
      <StepFooter
        actions={
          <>
            {(phase === 'error' || phase === 'cancelled') && <Button onClick={actions.back}>Back</Button>}
            <Button onClick={actions.newImport}>New Import</Button>
            <Link to="/leads" className={buttonClass(phase === 'completed' ? 'primary' : 'secondary')}>
              View All Leads
            </Link>
          </>
        }
      >
        <p className="text-muted">
          {running ? "You can leave this page. We'll list the result in " : "You'll find every import in "}
          <Link to="/history" className="text-text underline underline-offset-2">
            Import History
          </Link>
          .
        </p>
      </StepFooter>
    </>
  );
}

function CancelRun({ wizard: { progress, upload } }: { wizard: ImportStepState }) {
  const [asking, setAsking] = useState(false);
  const { importId, stats } = progress;
  return (
    <>
      <Button size="small" disabled={importId === null} onClick={() => setAsking(true)}>
        Cancel Import
      </Button>
      {asking && importId !== null && (
        <CancelDialog
          importId={importId}
          filename={upload.filename}
          stats={stats}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function ProgressLine({ wizard }: { wizard: ImportStepState }) {
  const { pace, stats } = wizard.progress;
  switch (wizard.phase) {
    case 'uploading':
      return 'Starting the import…';
    case 'processing':
      return <span className="tabular-nums">{paceText(pace, stats.totalRows, 'row')}</span>;
    case 'completed':
      return outcomeText(stats);
    case 'cancelled':
      return outcomeText({ ...stats, unprocessed: stats.totalRows - rowsDone(stats) });
    case 'error':
      return "The import didn't finish.";
  }
}
