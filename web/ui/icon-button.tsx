import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { ICON_BUTTON } from './icon-button-class.ts';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  side?: TooltipProps['side'];
}

/** Square button with only an icon. */
export function IconButton({ icon: Icon, label, side, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(side && { side })}>
      <button type="button" aria-label={label} {...rest} className={cx(ICON_BUTTON, className)}>
        <Icon className="size-4" aria-hidden />
      </button>
    </Tooltip>
  );
}
