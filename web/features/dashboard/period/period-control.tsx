import { CalendarRange, Check, ChevronDown } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import {
  type ChosenPeriod,
  type DayRange,
  daysProblem,
  PRESETS,
  periodName,
  queryOfPeriod,
  utcToday,
} from './period.ts';

interface PeriodControlProps {
  period: ChosenPeriod;
  onPeriod: (period: ChosenPeriod) => void;
}

export function PeriodControl({ period, onPeriod }: PeriodControlProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const choose = (next: ChosenPeriod) => {
    setOpen(false);
    onPeriod(next);
  };
  return (
    <>
      <Button
        ref={button}
        icon={CalendarRange}
        aria-label={`Period: ${periodName(period)}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {periodName(period)}
        <ChevronDown className="-mr-1 size-4 text-muted" aria-hidden />
      </Button>
      <Popover open={open} onOpenChange={setOpen} anchor={button} label="Period" className="w-72">
        <Presets period={period} onPeriod={choose} />
        <CustomDays period={period} onPeriod={choose} />
      </Popover>
    </>
  );
}

function Presets({ period, onPeriod }: PeriodControlProps) {
  return (
    <ToggleGroup.Root
      type="single"
      orientation="vertical"
      value={period.preset}
      // Choosing the current period closes the list.
      onValueChange={(value) => {
        const chosen = PRESETS.find((preset) => preset.value === (value || period.preset));
        if (chosen) onPeriod({ preset: chosen.value });
      }}
      aria-label="Periods"
      className="flex flex-col p-1.5"
    >
      {PRESETS.map(({ value, label }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          className="group flex h-8 items-center justify-between rounded-control px-2.5 text-13 hover:bg-hover data-[state=on]:font-medium max-md:h-11"
        >
          {label}
          <Check className="size-4 text-accent group-data-[state=off]:hidden" aria-hidden />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

function CustomDays({ period, onPeriod }: PeriodControlProps) {
  const [days, setDays] = useState(() => shownDays(period));
  const [problem, setProblem] = useState<string | null>(null);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const found = daysProblem(days);
    setProblem(found);
    if (found === null) onPeriod({ preset: 'custom', ...days });
  }

  const input = (key: keyof DayRange, label: string, error?: string) => (
    <Field label={label} error={error} className="grow">
      <TextInput
        type="date"
        className="px-2 text-13"
        value={days[key]}
        onChange={(event) => setDays({ ...days, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3 border-t border-line p-3">
      {input('from', 'First day')}
      {input('to', 'Last day', problem ?? undefined)}
      <Button type="submit" size="small" className="self-end">
        Apply
      </Button>
    </form>
  );
}

/** Returns a period's current days; the last 30 for all time. */
function shownDays(period: ChosenPeriod): DayRange {
  const today = utcToday();
  const { from = today, to = today } = queryOfPeriod(period.preset === 'all' ? { preset: '30d' } : period);
  return { from, to };
}
