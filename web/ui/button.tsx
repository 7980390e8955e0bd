import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Disables the button and shows `pendingText`. */
  pending?: boolean;
  pendingText?: string;
}

/** Button whose label and pending text share one grid cell, which keeps its width when they swap. */
export function Button(props: ButtonProps) {
  const { variant, size, icon: Icon, pending = false, pendingText, children, className, ...rest } = props;
  const label = (
    <span className="inline-flex items-center gap-2">
      {Icon && <Icon className="size-4 shrink-0" aria-hidden />}
      {children}
    </span>
  );
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || pending}
      aria-busy={pending || undefined}
      className={cx(buttonClass(variant, size), className)}
    >
      {pendingText === undefined ? (
        label
      ) : (
        <span className="grid place-items-center *:col-start-1 *:row-start-1">
          <span className={cx('inline-flex', pending && 'invisible')}>{label}</span>
          <span className={cx('inline-flex items-center gap-2', !pending && 'invisible')}>
            <Spinner />
            {pendingText}
          </span>
        </span>
      )}
    </button>
  );
}
