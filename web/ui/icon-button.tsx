import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ICON_BUTTON } from './button-class.ts';
import { cx } from './cx.ts';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

interface IconLinkProps {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  href: string;
}

export function IconLink({ icon: Icon, label, href }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <a
        href={href}
        aria-label={label}
        className={ICON_BUTTON}
        {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        <Icon className="size-4" aria-hidden />
      </a>
    </Tooltip>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  side?: TooltipProps['side'];
}

export function IconButton({ icon: Icon, label, side, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(side && { side })}>
      <button type="button" aria-label={label} {...rest} className={cx(ICON_BUTTON, className)}>
        <Icon className="size-4" aria-hidden />
      </button>
    </Tooltip>
  );
}
