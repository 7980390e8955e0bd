import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { TextInput } from './text-input.tsx';

export const CODE_LENGTH = 6;

export interface CodeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string;
  onChange: (code: string) => void;
}

/** Input for an authenticator code; ignores blanks between digits. */
export function CodeInput({ value, onChange, className, ...rest }: CodeInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
      className={cx('font-mono tracking-[0.25em]', className)}
    />
  );
}
