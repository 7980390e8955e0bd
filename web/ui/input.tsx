import type { ComponentProps } from 'react';
import { CONTROL } from './control-class.ts';
import { cx } from './cx.ts';

/** A line of text; takes every prop of `input`. Stands in a Field, which gives it its label. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(CONTROL, className)} />;
}
