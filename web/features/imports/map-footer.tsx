import { CircleAlert } from 'lucide-react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { Lack } from './draft.ts';
import { forecastText } from './forecast-lines.ts';
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
        <Readiness lack={lacks[0]} rows={rows} />
        <Forecast control={control} onShow={onShowCheck} />
      </div>
    </StepFooter>
  );
}

/** What is missing, or that nothing is. */
function Readiness({ lack, rows }: { lack: Lack | undefined; rows: number }) {
  if (!lack) return <p className="text-muted tabular-nums">{formatCount(rows, 'row')} ready to import</p>;
  return (
    <p className={cx('flex items-start gap-2', lack.blocks ? 'text-text' : 'text-caution')}>
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-caution" aria-hidden />
      {lack.text}
    </p>
  );
}

interface ForecastProps {
  control: FileCheckControl;
  onShow: () => void;
}

/** What the check of the whole file has found, once it is known for this mapping. */
function Forecast({ control: { check, stale }, onShow }: ForecastProps) {
  if (check.phase !== 'complete' || check.counts === null || stale) return null;
  const { forecast, plan } = check.counts;
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
