import { RadioGroup as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface RadioOption<T extends string> {
  value: T;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  options: readonly RadioOption<T>[];
  /** Accessible name. */
  label: string;
  className?: string;
}

/** Selects one of a few explained options, drawn as cards. */
export function RadioGroup<T extends string>({
  value,
  onChange,
  options,
  label,
  className,
}: RadioGroupProps<T>) {
  const id = useId();
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      aria-label={label}
      className={cx('grid auto-cols-fr gap-2 sm:grid-flow-col', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${id}-${option.value}`}
          className={cx(
            'flex items-start gap-2.5 rounded-control border p-3 transition-colors',
            option.value === value ? 'border-accent bg-accent-tint' : 'border-line bg-surface hover:bg-hover',
            option.disabled === true && 'pointer-events-none opacity-45',
          )}
        >
          <Radix.Item
            id={`${id}-${option.value}`}
            value={option.value}
            disabled={option.disabled === true}
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-surface data-[state=checked]:border-accent"
          >
            <Radix.Indicator className="size-2 rounded-full bg-accent" />
          </Radix.Item>
          <span className="min-w-0">
            <span className="block text-14 font-medium text-text">{option.label}</span>
            {option.help !== undefined && <span className="block text-13 text-muted">{option.help}</span>}
          </span>
        </label>
      ))}
    </Radix.Root>
  );
}
