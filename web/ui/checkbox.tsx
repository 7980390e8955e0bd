import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export interface CheckboxProps {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** Without a label, pass `aria-label`. */
  label?: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
  'aria-label'?: string;
}

export function Checkbox({ checked, onChange, label, help, disabled = false, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Radix.Root
        {...rest}
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
        className="relative mt-0.5 grid size-4 shrink-0 place-items-center rounded-[4px] max-md:after:absolute max-md:after:-inset-[15px] border border-line-strong bg-surface transition-colors disabled:opacity-45 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Radix.Indicator className="text-on-accent">
          {checked === 'indeterminate' ? (
            <Minus className="size-3" strokeWidth={3} aria-hidden />
          ) : (
            <Check className="size-3" strokeWidth={3} aria-hidden />
          )}
        </Radix.Indicator>
      </Radix.Root>
      {label !== undefined && (
        <div className="min-w-0">
          <label htmlFor={id} className="text-14 text-text">
            {label}
          </label>
          {help !== undefined && (
            <p id={`${id}-help`} className="text-13 text-muted">
              {help}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
