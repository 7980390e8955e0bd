import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { DAY_NAMES, type HoursDraft, newHours, type OrderProblems } from './order-draft.ts';

interface HoursInputProps {
  hours: readonly HoursDraft[];
  problems: OrderProblems;
  onHours: (hours: readonly HoursDraft[]) => void;
}

/** Rows of opening hours. */
export function HoursInput({ hours, problems, onHours }: HoursInputProps) {
  const edit = (at: number, change: Partial<HoursDraft>) =>
    onHours(hours.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div className="flex flex-col gap-3">
      {hours.map((row, at) => (
        <fieldset key={row.key} className="min-w-0 rounded-card border border-line p-3">
          <legend className="sr-only">Opening hours {at + 1}</legend>
          <Days
            days={row.days}
            problem={problems[`hours.${at}.days`]}
            onDays={(days) => edit(at, { days })}
          />
          <div className="mt-3 flex items-start gap-2 sm:gap-3">
            <Field
              label="From"
              error={problems[`hours.${at}.from`]}
              className="min-w-0 flex-1 sm:w-32 sm:flex-none"
            >
              <TextInput
                type="time"
                value={row.from}
                onChange={({ target }) => edit(at, { from: target.value })}
              />
            </Field>
            <Field
              label="To"
              error={problems[`hours.${at}.to`]}
              className="min-w-0 flex-1 sm:w-32 sm:flex-none"
            >
              <TextInput
                type="time"
                value={row.to}
                onChange={({ target }) => edit(at, { to: target.value })}
              />
            </Field>
            <IconButton
              icon={Trash2}
              label={`Remove opening hours ${at + 1}`}
              className="mt-6.5 ml-auto self-start"
              onClick={() => onHours(hours.filter((_, index) => index !== at))}
            />
          </div>
        </fieldset>
      ))}
      <Button size="small" icon={Plus} className="self-start" onClick={() => onHours([...hours, newHours()])}>
        Add Opening Hours
      </Button>
    </div>
  );
}

interface DaysProps {
  days: readonly number[];
  problem: string | undefined;
  onDays: (days: number[]) => void;
}

function Days({ days, problem, onDays }: DaysProps) {
  return (
    <>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Days</legend>
        {DAY_NAMES.map((name, index) => {
          const day = index + 1;
          const isOn = days.includes(day);
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isOn}
              onClick={() => onDays(isOn ? days.filter((one) => one !== day) : [...days, day])}
              className={cx(
                'h-8 min-w-11 rounded-control border px-2 text-13 transition-colors max-md:h-11',
                isOn ? 'border-accent bg-accent-tint text-accent' : 'border-line text-muted hover:bg-hover',
              )}
            >
              {name}
            </button>
          );
        })}
      </fieldset>
      {problem !== undefined && <p className="mt-1.5 text-13 text-negative">{problem}</p>}
    </>
  );
}
