import { countryOptions, NO_COUNTRY } from '../../../lib/country-options.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import type { ControlProps } from '../../../ui/field.tsx';
import type { Option } from '../../../ui/option.ts';

/** By the names that leads hold. */
const COUNTRIES: readonly Option[] = countryOptions().map(({ value, label }) =>
  value === NO_COUNTRY ? { value, label: 'Not set' } : { value: label, label },
);

interface CountrySelectProps extends ControlProps {
  /** A name, '' for none; one that isn't a country is offered, too. */
  value: string;
  onChange: (name: string) => void;
  disabled?: boolean;
  className?: string;
}

export function CountrySelect({ value, onChange, ...rest }: CountrySelectProps) {
  const isKnown = value === '' || COUNTRIES.some((country) => country.value === value);
  return (
    <Combobox
      {...rest}
      value={value}
      options={isKnown ? COUNTRIES : [{ value, label: value }, ...COUNTRIES]}
      placeholder="Not set"
      searchPlaceholder="Search countries…"
      onChange={(next) => onChange(next === NO_COUNTRY ? '' : next)}
    />
  );
}
