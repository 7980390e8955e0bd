import { cx } from './cx.ts';

/** Square button or link with only an icon. */
export const ICON_BUTTON =
  'inline-grid size-8 shrink-0 place-items-center rounded-control text-muted transition-colors print:hidden ' +
  'not-disabled:hover:bg-hover not-disabled:hover:text-text disabled:opacity-45 max-md:size-11';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive';
export type ButtonSize = 'default' | 'small';

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap ' +
  'select-none transition-colors print:hidden disabled:not-aria-busy:cursor-not-allowed disabled:not-aria-busy:opacity-45 aria-busy:cursor-progress ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-45';

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent not-disabled:hover:bg-accent-hover',
  secondary: 'border border-line bg-raised text-text not-disabled:hover:bg-hover',
  quiet: 'text-muted not-disabled:hover:bg-hover not-disabled:hover:text-text',
  destructive: 'bg-negative-fill text-on-negative not-disabled:hover:bg-negative-fill-hover',
};

const SIZE: Record<ButtonSize, string> = {
  default: 'h-9 px-3.5 text-14 max-md:h-11',
  small: 'h-7 px-2.5 text-13 max-md:h-11',
};

/** Returns button classes for links: `<Link className={buttonClass('primary')} …>`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'default'): string {
  return cx(BASE, VARIANT[variant], SIZE[size]);
}
