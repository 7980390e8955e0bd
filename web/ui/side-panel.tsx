import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { PrintedAt } from './page.tsx';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  /** Width, such as `w-[28rem]`; pad the page by the same. */
  className?: string;
  children: ReactNode;
}

/** Record next to a usable page; Escape closes it unless pressed in an outside text or in `data-own-escape`. */
export function SidePanel({ title, onClose, footer, className, children }: SidePanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = panel.current;
    const before = document.activeElement;
    own?.focus({ preventScroll: true });
    return () => {
      const leaves = own?.contains(document.activeElement) === true;
      if (leaves && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  const onEscape = useEffectEvent(onClose);
  useEffect(() => {
    // Checked first, because handling the key may remove the mark.
    let isOwn = false;
    const before = ({ target }: KeyboardEvent) => {
      const inside = target instanceof Node && panel.current?.contains(target) === true;
      const own = inside ? '[data-own-escape]' : 'input, textarea, select';
      isOwn = target instanceof Element && target.closest(own) !== null;
    };
    const after = (event: KeyboardEvent) => {
      // A menu or dialog above already handled the key.
      if (event.key === 'Escape' && !event.defaultPrevented && !isOwn) onEscape();
    };
    document.addEventListener('keydown', before, { capture: true });
    document.addEventListener('keydown', after);
    return () => {
      document.removeEventListener('keydown', before, { capture: true });
      document.removeEventListener('keydown', after);
    };
  }, []);

  return createPortal(
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-beside
      data-prints
      className={cx(
        'fixed top-[calc(3.5rem+var(--banner))] right-0 bottom-0 z-10 flex animate-slide-right flex-col border-l border-line bg-surface outline-none',
        className,
      )}
    >
      <div className="flex min-h-14 shrink-0 items-center border-b border-line pr-14 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-16 font-semibold">
          {title}
        </h2>
        <PrintedAt />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      {footer !== undefined && (
        <div className="flex justify-end gap-2 border-t border-line px-5 py-3 print:hidden!">{footer}</div>
      )}
      <IconButton icon={X} label="Close" className="absolute top-3 right-3" onClick={onClose} />
    </section>,
    document.body,
  );
}
