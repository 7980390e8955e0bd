import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { MissingInput } from './draft.ts';
import type { DryRunCounts } from './dry-run.ts';
import { dryRunText } from './dry-run-lines.ts';
import { Readiness } from './readiness.tsx';
import { StepFooter } from './step-footer.tsx';
import type { DryRunControl } from './use-dry-run.ts';
import type { ImportWizardActions } from './use-import-wizard.ts';

interface MapFooterProps {
  lacks: readonly MissingInput[];
  rows: number;
  control: DryRunControl;
  actions: Pick<ImportWizardActions, 'back' | 'start'>;
  /** Scrolls to the counts of the dry run. */
  onShowCheck: () => void;
}

/**
 * Renders the footer of step 2: the missing mapping or the dry run's summary, Back, and Start Import, which
 * doesn't wait for the dry run.
 */
export function MapFooter({ lacks, rows, control, actions, onShowCheck }: MapFooterProps) {
  const { check, stale } = control;
  const foretold = check.phase === 'complete' && !stale ? check.counts : null;
  return (
    <StepFooter
      actions={
        <>
          <Button onClick={actions.back}>Back</Button>
          <Button variant="primary" disabled={lacks.some((lack) => lack.blocks)} onClick={actions.start}>
            Start Import
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-0.5">
        {/* The dry run says more, and a phone has room for only one of them. */}
        <div className={cx(foretold && !lacks[0] && 'max-sm:hidden')}>
          <Readiness lack={lacks[0]} ready={`${formatCount(rows, 'row')} ready to import`} />
        </div>
        {foretold && <DryRunSummary counts={foretold} onShow={onShowCheck} />}
      </div>
    </StepFooter>
  );
}

/** Summarizes the dry run and links to its details. */
function DryRunSummary({ counts: { forecast, plan }, onShow }: { counts: DryRunCounts; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="rounded-[4px] text-left tabular-nums underline underline-offset-2"
    >
      {dryRunText(forecast, plan.importMode.mode)}
    </button>
  );
}
