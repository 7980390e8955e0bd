import { CircleAlert } from 'lucide-react';
import type { DryRunResult } from '#contract/import-dry-run.ts';
import { countryOptions, NO_COUNTRY } from '../../lib/country-options.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { cx } from '../../ui/cx.ts';
import { dryRunText, invalidPhonesText, suggestionText } from './dry-run/dry-run-lines.ts';
import type { DryRunControl, DryRunCounts } from './dry-run/use-dry-run.ts';
import type { ImportDraft, MissingInput } from './plan/draft.ts';
import { StepFooter } from './step-footer.tsx';
import type { ImportWizardActions } from './use-import-wizard.ts';

const COUNTRIES = countryOptions().filter(({ value }) => value !== NO_COUNTRY);
const NAMES = new Map(COUNTRIES.map(({ value, label }) => [value, label]));

interface CountryAdviceProps {
  result: DryRunResult;
  /** Default country; null without a choice. */
  country: string | null;
  onChoose: (country: string) => void;
}

/** Suggests the default country that makes most phones valid; nothing if already chosen or useless. */
function CountryAdvice({ result, country, onChoose }: CountryAdviceProps) {
  if (country !== null || result.localPhones === 0) return null;
  const [best] = result.countrySuggestions;
  if (best === undefined) {
    return (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-muted">Choose a default country?</span>
        <Combobox
          aria-label="Country of local numbers"
          value=""
          placeholder="Choose…"
          onChange={onChoose}
          options={COUNTRIES}
          searchPlaceholder="Search countries…"
          emptyText="No countries found"
          className="h-7 w-44"
        />
      </div>
    );
  }
  const name = NAMES.get(best.country) ?? best.country;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 tabular-nums max-sm:flex-1 max-sm:basis-32">{suggestionText(best, name)}</span>
      <Button size="small" onClick={() => onChoose(best.country)}>
        Use {name}
      </Button>
    </div>
  );
}

interface MapFooterProps {
  lacks: readonly MissingInput[];
  draft: ImportDraft;
  /** Columns that are not imported. */
  unimported: readonly string[];
  control: DryRunControl;
  actions: Pick<ImportWizardActions, 'back' | 'start' | 'edit'>;
  /** Scrolls to the dry run's counts. */
  onShowCheck: () => void;
}

/** Footer of step 2; Start Import doesn't wait for the dry run. */
export function MapFooter({ lacks, draft, unimported, control, actions, onShowCheck }: MapFooterProps) {
  const { check, stale } = control;
  const counts = check.phase === 'complete' && !stale ? check.counts : null;
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
      <div className="flex min-h-8 flex-col justify-center gap-1">
        {lacks[0] && <Readiness lack={lacks[0]} ready="" />}
        {counts ? (
          <>
            <Outcome counts={counts} unimported={unimported} onShow={onShowCheck} />
            <CountryAdvice
              result={counts.result}
              country={draft.defaultCountry}
              onChoose={(defaultCountry) => actions.edit((now) => ({ ...now, defaultCountry }))}
            />
          </>
        ) : (
          !control.blocked && <CheckState control={control} />
        )}
      </div>
    </StepFooter>
  );
}

interface OutcomeProps {
  counts: DryRunCounts;
  unimported: readonly string[];
  onShow: () => void;
}

function Outcome({ counts: { result, plan }, unimported, onShow }: OutcomeProps) {
  const phones = invalidPhonesText(result);
  const columns = unimported.length;
  return (
    <p>
      <button
        type="button"
        onClick={onShow}
        className="rounded-[4px] text-left font-medium tabular-nums max-md:min-h-11 underline underline-offset-2"
      >
        {dryRunText(result, plan.importMode.mode)}
        {phones !== null && `, ${phones}`}.
      </button>
      {columns > 0 && (
        <span className="text-muted" title={unimported.join(', ')}>
          {' '}
          {formatCount(columns, 'column')} won't be imported.
        </span>
      )}
    </p>
  );
}

function CheckState({ control: { check, totalRows, start } }: { control: DryRunControl }) {
  if (check.phase === 'failed' || check.phase === 'stopped') {
    return (
      <p className="text-muted">
        {check.phase === 'failed'
          ? "The whole file couldn't be checked. "
          : "The whole file hasn't been checked. "}
        <button
          type="button"
          onClick={start}
          className="rounded-[4px] text-text underline underline-offset-2"
        >
          {check.phase === 'failed' ? 'Try Again' : 'Check It'}
        </button>
      </p>
    );
  }
  const percent = check.phase === 'running' ? Math.floor(check.percent) : 0;
  return (
    <p className="text-muted tabular-nums">
      Checking {totalRows === 1 ? 'the row' : `all ${formatNumber(totalRows)} rows`}…
      {/* Changes too often for screen readers. */}
      <span aria-hidden> {formatNumber(percent)}%</span>
    </p>
  );
}

/** First deficiency of a mapping, or `ready`. */
export function Readiness({ lack, ready }: { lack: MissingInput | undefined; ready: string }) {
  if (!lack) return <p className="text-muted tabular-nums">{ready}</p>;
  return (
    <p className={cx('flex items-start gap-2', lack.blocks ? 'text-text' : 'text-caution')}>
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-caution" aria-hidden />
      {lack.text}
    </p>
  );
}
