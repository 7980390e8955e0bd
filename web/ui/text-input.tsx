import type { ComponentProps } from 'react';
import { CONTROL } from './control-class.ts';
import { cx } from './cx.ts';

/** Text input, labeled by its Field. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(CONTROL, className)} />;
}
