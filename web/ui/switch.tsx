import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}

/** Labeled switch that takes effect immediately. */
export function Switch({ checked, onChange, label, help, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-14 font-medium text-text">
          {label}
        </label>
        {help !== undefined && (
          <p id={`${id}-help`} className="text-13 text-muted">
            {help}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full max-md:after:absolute max-md:after:-inset-[15px] border border-line-strong bg-neutral-tint p-px transition-colors disabled:opacity-45 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="block size-4 rounded-full bg-muted transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </div>
  );
}
