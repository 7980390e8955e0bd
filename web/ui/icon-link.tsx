import type { LucideIcon } from 'lucide-react';
import { ICON_BUTTON } from './icon-button-class.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconLinkProps {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  href: string;
}

/** External link with only an icon. */
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
