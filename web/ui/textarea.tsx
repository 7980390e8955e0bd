import type { ComponentProps } from 'react';
import { CONTROL } from './control-class.ts';
import { cx } from './cx.ts';

/** Text of several lines; takes every prop of `textarea`. Stands in a Field, which gives it its label. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} className={cx(CONTROL, 'h-auto min-h-16 resize-y py-2 max-md:h-auto', className)} />
  );
}
