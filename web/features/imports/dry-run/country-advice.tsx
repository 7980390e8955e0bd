import type { DryRunResult } from '#contract/import-dry-run.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { countryOptions, NO_COUNTRY } from '../plan/country-options.ts';
import { bestCountry } from './dry-run-lines.ts';

const COUNTRIES = countryOptions().filter(({ value }) => value !== NO_COUNTRY);
const NAMES = new Map(COUNTRIES.map(({ value, label }) => [value, label]));

interface CountryAdviceProps {
  result: DryRunResult;
  /** Default country; null without a choice. */
  country: string | null;
  onChoose: (country: string) => void;
}

/** Suggests the default country that makes most phones valid; nothing if already chosen or useless. */
export function CountryAdvice({ result, country, onChoose }: CountryAdviceProps) {
  if (country !== null || result.localPhones === 0) return null;
  const best = bestCountry(result);
  if (best === null) {
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
  const numbers = `${formatNumber(best.valid)} of ${formatNumber(best.of)}`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 tabular-nums max-sm:flex-1 max-sm:basis-32">
        {best.isSample
          ? `${numbers} local numbers in a sample are valid as ${name} numbers.`
          : `${numbers} are valid as ${name} numbers.`}
      </span>
      <Button size="small" onClick={() => onChoose(best.country)}>
        Use {name}
      </Button>
    </div>
  );
}
