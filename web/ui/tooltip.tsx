import { Slot } from 'radix-ui';
import { type FocusEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

type Side = 'top' | 'right' | 'bottom' | 'left';

export interface TooltipProps {
  text: ReactNode;
  side?: Side;
  /** Renders only the trigger, without a tooltip. */
  disabled?: boolean;
  /** A single element that takes a ref and DOM props. */
  children: ReactNode;
}

/** Explains the wrapped element briefly, on hover and keyboard focus. */
export function Tooltip({ disabled = false, children, ...rest }: TooltipProps) {
  return disabled ? children : <Explained {...rest}>{children}</Explained>;
}

function Explained({ text, side = 'top', children }: Omit<TooltipProps, 'disabled'>) {
  const id = useId();
  const trigger = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const [timing] = useState(() => tooltipTiming(setOpen));
  useEffect(() => timing.close, [timing]);
  useEffect(() => {
    if (!open) return;
    // Typing goes on below it.
    const onKeyDown = ({ key }: KeyboardEvent) => (key === 'Escape' || typedText()) && timing.close();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open, timing]);
  return (
    <>
      <Slot.Root
        ref={trigger}
        {...(open && { 'aria-describedby': id })}
        onPointerEnter={timing.enter}
        onPointerLeave={timing.leave}
        onPointerDown={timing.close}
        onFocus={(event: FocusEvent<HTMLElement>) => event.target.matches(':focus-visible') && timing.enter()}
        onBlur={timing.close}
      >
        {children}
      </Slot.Root>
      {open &&
        createPortal(
          <Bubble
            id={id}
            text={text}
            side={side}
            trigger={trigger}
            onEnter={timing.enter}
            onLeave={timing.leave}
          />,
          landmarkOf(trigger.current),
        )}
    </>
  );
}

/** Returns the part of the page that the element is in: content outside every landmark is lost to screen readers that jump between them. */
function landmarkOf(element: HTMLElement | null): Element {
  return element?.closest('[role="dialog"], main, header, nav') ?? document.body;
}

interface BubbleProps {
  id: string;
  text: ReactNode;
  side: Side;
  trigger: { readonly current: HTMLElement | null };
  onEnter: () => void;
  onLeave: () => void;
}

function Bubble({ id, text, side, trigger, onEnter, onLeave }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  // Positioned before painting, when its own size is known.
  useLayoutEffect(() => {
    if (!bubble.current || !trigger.current) return;
    // In the top layer, where neither a dialog's transform moves it nor a scrolling part clips it.
    bubble.current.showPopover();
    const at = trigger.current.getBoundingClientRect();
    let { left, top } = tooltipPosition(at, bubble.current, side);
    const text = typedText();
    const { offsetWidth: width, offsetHeight: height } = bubble.current;
    if (
      text &&
      text.left < left + width &&
      text.right > left &&
      text.top < top + height &&
      text.bottom > top
    ) {
      ({ left, top } = tooltipPosition(at, bubble.current, OPPOSITE[side]));
    }
    Object.assign(bubble.current.style, { left: `${left}px`, top: `${top}px` });
  }, [side, trigger]);
  return (
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed inset-auto top-0 left-0 max-w-72 animate-appear rounded-control bg-raised px-2.5 py-1.5 text-12 text-text shadow-float"
    >
      {text}
    </div>
  );
}

const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** Returns the place of the text box that has the focus. */
function typedText(): DOMRect | null {
  const active = document.activeElement;
  return active?.matches('input, textarea') ? active.getBoundingClientRect() : null;
}

const GAP = 6;
const EDGE = 8;

/**
 * Returns the position next to the element, on the other side if there is no room, and always inside the
 * window.
 */
function tooltipPosition(
  at: DOMRect,
  { offsetWidth, offsetHeight }: HTMLElement,
  side: Side,
): { left: number; top: number } {
  const middle = {
    left: at.left + (at.width - offsetWidth) / 2,
    top: at.top + (at.height - offsetHeight) / 2,
  };
  const above = at.top - GAP - offsetHeight;
  const below = at.bottom + GAP;
  const before = at.left - GAP - offsetWidth;
  const after = at.right + GAP;
  const { left, top } = {
    top: { ...middle, top: above < EDGE ? below : above },
    bottom: { ...middle, top: below + offsetHeight > innerHeight - EDGE ? above : below },
    left: { ...middle, left: before < EDGE ? after : before },
    right: { ...middle, left: after + offsetWidth > innerWidth - EDGE ? before : after },
  }[side];
  return {
    left: Math.max(EDGE, Math.min(left, innerWidth - EDGE - offsetWidth)),
    top: Math.max(EDGE, Math.min(top, innerHeight - EDGE - offsetHeight)),
  };
}

/** Milliseconds until a tooltip appears, and after closing in which the next appears at once. */
const DELAY = 700;
const SKIP_DELAY = 300;
/** Milliseconds for the pointer to reach the tooltip. */
const CROSSING = 100;

let lastClosed = Number.NEGATIVE_INFINITY;

/** Times the opening and closing of tooltips; neighbors skip the delay. */
export function tooltipTiming(set: (open: boolean) => void, now: () => number = () => performance.now()) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open = false;

  function change(next: boolean) {
    clearTimeout(timer);
    if (open && !next) lastClosed = now();
    if (open !== next) set(next);
    open = next;
  }

  return {
    enter() {
      clearTimeout(timer);
      if (now() - lastClosed < SKIP_DELAY) change(true);
      else timer = setTimeout(() => change(true), DELAY);
    },
    leave() {
      clearTimeout(timer);
      timer = setTimeout(() => change(false), CROSSING);
    },
    /** For clicks, blur and Escape. */
    close: () => change(false),
  };
}
