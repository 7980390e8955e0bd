import type { ComponentProps } from 'react';
import { CONTROL } from './control-class.ts';
import { cx } from './cx.ts';

/** Multi-line text input, labeled by its Field. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} className={cx(CONTROL, 'h-auto min-h-16 resize-y py-2 max-md:h-auto', className)} />
  );
}

/** Text input, labeled by its Field. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(CONTROL, className)} />;
}
