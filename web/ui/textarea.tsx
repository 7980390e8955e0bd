import type { ComponentProps } from 'react';
import { CONTROL } from './control-class.ts';
import { cx } from './cx.ts';

/** Renders a multi-line text input; takes every prop of `textarea`. The surrounding Field labels it. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} className={cx(CONTROL, 'h-auto min-h-16 resize-y py-2 max-md:h-auto', className)} />
  );
}
