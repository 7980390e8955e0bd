import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { Lack } from './draft.ts';
import type { Counts } from './file-check.ts';
import { forecastText } from './forecast-lines.ts';
import { Readiness } from './readiness.tsx';
import { StepFooter } from './step-footer.tsx';
import type { FileCheckControl } from './use-file-check.ts';
import type { ImportWizardActions } from './use-import-wizard.ts';

interface MapFooterProps {
  lacks: readonly Lack[];
  rows: number;
  control: FileCheckControl;
  actions: Pick<ImportWizardActions, 'back' | 'start'>;
  /** Leads to the counts of the whole file. */
  onShowCheck: () => void;
}

/** The foot of step 2: what is missing or foretold, Back and Start Import, which waits for no check. */
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
        {/* The forecast says more; on a phone there is room for one of them. */}
        <div className={cx(foretold && !lacks[0] && 'max-sm:hidden')}>
          <Readiness lack={lacks[0]} ready={`${formatCount(rows, 'row')} ready to import`} />
        </div>
        {foretold && <Forecast counts={foretold} onShow={onShowCheck} />}
      </div>
    </StepFooter>
  );
}

/** What the check of the whole file has found, and the way to all of it. */
function Forecast({ counts: { forecast, plan }, onShow }: { counts: Counts; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="rounded-[4px] text-left tabular-nums underline underline-offset-2"
    >
      {forecastText(forecast, plan.importMode.mode)}
    </button>
  );
}
