import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** Shared by text inputs, selects and comboboxes. */
export const CONTROL = cx(
  'h-9 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-14 text-text max-md:h-11',
  'transition-colors placeholder:text-muted hover:border-line-strong',
  'focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent',
  'aria-invalid:border-negative aria-invalid:focus-visible:outline-negative',
  'disabled:cursor-not-allowed disabled:opacity-45',
);

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} className={cx(CONTROL, 'h-auto min-h-16 resize-y py-2 max-md:h-auto', className)} />
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(CONTROL, className)} />;
}
