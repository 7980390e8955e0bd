import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, ListChecks, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { noDryRunResult } from '#contract/import-dry-run.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { paceText } from '../../../lib/pace.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Progress } from '../../../ui/progress.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { DraftProps } from '../plan/draft.ts';
import { gridQuery } from '../results/queries.ts';
import { DryRunFigures, ShareBar } from './dry-run-figures.tsx';
import { dryRunText, outcomeLines } from './dry-run-lines.ts';
import type { DryRun, DryRunControl, DryRunCounts } from './use-dry-run.ts';

interface WholeFileProps extends DraftProps {
  control: DryRunControl;
  /** Scroll target of the footer's link. */
  place: RefObject<HTMLElement | null>;
}

export function DryRunSection({ control, place, draft, onEdit }: WholeFileProps) {
  const { check, stale, blocked } = control;
  const expected = check.phase === 'running' || startsSoon(control);
  const counts = check.counts ?? (expected ? emptyCounts(control) : null);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby="whole-file"
      className="@container min-w-0 scroll-my-24 rounded-card border border-line bg-surface outline-none"
    >
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 lg:px-5">
        <h2 id="whole-file" className="text-14 font-medium">
          Whole file
        </h2>
        <HeadAction control={control} />
      </header>
      <div className="flex flex-col gap-4 border-t border-line px-4 py-4 lg:px-5">
        <State control={control} />
        {counts && !blocked && (
          <>
            {!stale && <ShareBar lines={outcomeLines(counts.result, counts.plan.importMode.mode)} />}
            <DryRunFigures counts={counts} quiet={stale} loading={check.counts === null} />
            {counts.whole && counts.result.emailsToDrop > 0 && (
              <div className="border-t border-line pt-3">
                <Switch
                  label={`Import without the email (${formatCount(counts.result.emailsToDrop, 'row')})`}
                  help="The email is invalid, the phone is valid."
                  checked={draft.dropInvalidEmails}
                  onChange={(dropInvalidEmails) => onEdit((now) => ({ ...now, dropInvalidEmails }))}
                />
              </div>
            )}
            {check.phase === 'complete' && !stale && <FixRowsLink uploadId={control.uploadId} />}
          </>
        )}
      </div>
    </section>
  );
}

function HeadAction({ control: { check, stale, start, stop } }: { control: DryRunControl }) {
  if (check.phase === 'running') {
    return (
      <Button size="small" variant="quiet" onClick={stop}>
        Stop
      </Button>
    );
  }
  if (check.phase !== 'complete' || stale) return null;
  return (
    <Button size="small" variant="quiet" icon={RotateCw} onClick={start}>
      Check Again
    </Button>
  );
}

function State({ control }: { control: DryRunControl }) {
  const { check, blocked, start } = control;
  if (blocked) return <p className="text-13 text-muted">Finish the mapping to check the file.</p>;
  switch (check.phase) {
    case 'running':
      return <Running check={check} control={control} />;
    case 'complete':
      return check.counts && <Sentence counts={check.counts} />;
    case 'failed':
      return (
        <div role="alert" className="flex flex-col items-start gap-3 text-13">
          <Remark icon={<CircleAlert className="mt-0.5 size-4 shrink-0 text-negative" aria-hidden />}>
            <span className="font-medium text-negative">The whole file couldn't be checked.</span>{' '}
            {withFullStop(check.reason)} The import itself may still work.
          </Remark>
          <Button size="small" icon={RotateCw} onClick={start}>
            Try Again
          </Button>
        </div>
      );
    default:
      return <BeforeDryRun control={control} />;
  }
}

function Sentence({ counts: { result, plan } }: { counts: DryRunCounts }) {
  return (
    <div>
      <p className="text-16 font-semibold text-balance tabular-nums">
        {dryRunText(result, plan.importMode.mode)}
      </p>
      <p className="text-13 text-muted">Dry run against today's data. Nothing is saved.</p>
    </div>
  );
}

function Running({
  check: { percent, pace, counts },
  control,
}: {
  check: Extract<DryRun, { phase: 'running' }>;
  control: DryRunControl;
}) {
  const checked = counts?.whole === false ? counts.result.checked : 0;
  return (
    <div className="flex flex-col gap-2">
      <Progress value={percent} label="Check of the whole file" />
      <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted tabular-nums">
        <span>
          {formatNumber(checked)} of {formatCount(control.totalRows, 'row')}
        </span>
        <span>{paceText(pace, control.totalRows, 'row')}</span>
      </p>
      {control.stale && <Stale text="The counts below are for an earlier mapping." />}
    </div>
  );
}

function BeforeDryRun({ control }: { control: DryRunControl }) {
  const { stale, totalRows, start } = control;
  if (startsSoon(control)) {
    return stale ? (
      <Stale text="These counts are for an earlier mapping. The file is about to be checked again." />
    ) : (
      <p className="text-13 text-muted">{formatCount(totalRows, 'row')} to be checked</p>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {stale ? (
        <Stale text="These counts are for an earlier mapping." />
      ) : (
        <p className="max-w-[70ch] text-13 text-muted">
          See how many new leads, duplicates, errors and invalid phones you'd get from all{' '}
          {formatCount(totalRows, 'row')}. Nothing is saved. This check is optional.
        </p>
      )}
      <Button size="small" onClick={start}>
        Check the whole file
      </Button>
    </div>
  );
}

function Stale({ text }: { text: string }) {
  return (
    <Remark icon={<TriangleAlert className="mt-0.5 size-4 shrink-0 text-caution" aria-hidden />}>
      {text}
    </Remark>
  );
}

function Remark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 text-13">
      {icon}
      <p className="min-w-0 flex-1 wrap-anywhere">{children}</p>
    </div>
  );
}

/** Ends a server message with a period if needed. */
function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function startsSoon({ check, blocked }: DryRunControl): boolean {
  return check.phase === 'resting' && !blocked;
}

/** Placeholders until the first counts arrive. */
function emptyCounts({ plan }: DryRunControl): DryRunCounts {
  return { result: noDryRunResult(0), plan, whole: false };
}

function FixRowsLink({ uploadId }: { uploadId: string }) {
  const { data: grid } = useQuery(gridQuery(uploadId));
  if (grid?.state !== 'ready') return null;
  const { openRows, editedRows, droppedRows } = grid;
  if (openRows + editedRows + droppedRows === 0) return null;
  return (
    <Link to="/import/fix" search={{ draft: uploadId }} className={buttonClass('secondary', 'small')}>
      <ListChecks className="size-4" aria-hidden />
      {openRows > 0 ? `Fix ${formatCount(openRows, 'Row')}` : 'Review Changed Rows'}
    </Link>
  );
}
