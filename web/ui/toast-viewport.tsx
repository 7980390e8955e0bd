import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { clearToasts, dismissToast, type ShownToast, toastStore } from './toast-store.ts';

const TEXT = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';
const PHONE = '(max-width: 767px)';

/** Returns where toasts cover neither the text being typed nor bars with buttons; `inset` in pixels. */
function useFreeEdge(): { edge: 'top' | 'bottom'; inset: number } {
  const [place, setPlace] = useState(freePlace);
  useEffect(() => {
    const update = () =>
      setPlace((now) => {
        const next = freePlace();
        return next.edge === now.edge && next.inset === now.inset ? now : next;
      });
    const targets: [EventTarget, string][] = [
      [document, 'focusin'],
      [document, 'focusout'],
      [document, 'scroll'],
      [window, 'resize'],
      ...(visualViewport ? [[visualViewport, 'resize'] as [EventTarget, string]] : []),
    ];
    for (const [target, event] of targets) target.addEventListener(event, update, { capture: true });
    // Bars come and go with a selection.
    const observer = new MutationObserver(update);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const [target, event] of targets) target.removeEventListener(event, update, { capture: true });
    };
  }, []);
  return place;
}

function freePlace(): { edge: 'top' | 'bottom'; inset: number } {
  const active = document.activeElement;
  const typed = active?.matches(TEXT) ? active.getBoundingClientRect() : null;
  // On-screen keyboards cover the lower part of the window.
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  const whole = { left: 0, right: innerWidth, top: offsetTop, bottom: offsetTop + height };
  const bars = [...document.querySelectorAll('[data-keep-clear]')].map((bar) => bar.getBoundingClientRect());
  const view = { ...whole, bottom: clearBottom(bars, whole) };
  const edge = freeEdge(matchMedia(PHONE).matches ? 'top' : 'bottom', typed, view);
  return { edge, inset: edge === 'top' ? offsetTop : Math.max(0, innerHeight - view.bottom) };
}

/**
 * Removes toasts on Escape, unless the focus is in one. The key then goes on to the popover or dialog below, whose turn it
 * wouldn't be while a toast that came later is open.
 */
function useEscapeBelow(): void {
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isInside = target instanceof Element && target.closest('[data-toasts]') !== null;
      if (key !== 'Escape' || isInside) return;
      flushSync(clearToasts);
      // Lets the layers below notice that they are on top.
      flushSync(() => undefined);
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

const DURATION = 5000;
const SWIPE_THRESHOLD = 50;
const HOTKEY = ['F8'];

const MARK = {
  default: [CircleCheck, 'text-positive'],
  neutral: [Info, 'text-muted'],
  caution: [TriangleAlert, 'text-caution'],
  destructive: [CircleAlert, 'text-negative'],
} as const;

function Message({ message }: { message: ShownToast }) {
  const { tone = 'default' } = message;
  const failed = tone === 'destructive';
  const [Icon, color] = MARK[tone];
  return (
    <Radix.Root
      open={message.open}
      onOpenChange={(open) => !open && dismissToast(message.id)}
      type={failed ? 'foreground' : 'background'}
      {...(message.duration !== undefined && { duration: message.duration })}
      className="flex items-start gap-3 rounded-card bg-raised py-3 pr-2 pl-4 shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', color)} aria-hidden />
      <div className="min-w-0 flex-1">
        <Radix.Title className={failed ? 'text-14 font-semibold text-negative' : 'text-14 font-semibold'}>
          {message.title}
        </Radix.Title>{' '}
        {message.description !== undefined && (
          <Radix.Description className="mt-0.5 text-13 break-words text-muted">
            {message.description}
          </Radix.Description>
        )}
      </div>
      {message.action && (
        <Radix.Action
          altText={message.action.label}
          onClick={message.action.onAction}
          className="h-7 rounded-control px-2 text-13 font-medium text-accent hover:bg-hover"
        >
          {message.action.label}
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton icon={X} label="Dismiss" className="-mt-1.5 max-md:-mt-3" />
      </Radix.Close>
    </Radix.Root>
  );
}

/**
 * Renders the toasts; F8 focuses them. At the centre they cover neither a page's actions nor its navigation,
 * and they keep away from the text that is being typed.
 */
export function ToastViewport() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const { edge, inset } = useFreeEdge();
  useEscapeBelow();
  return createPortal(
    // A modal dialog hides the rest of the page from screen readers and the pointer, except live regions; the
    // toasts are announced elsewhere.
    <div aria-live="off" data-toasts className="pointer-events-auto">
      <Radix.Provider duration={DURATION} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
        {toasts.map((message) => (
          <Message key={message.id} message={message} />
        ))}
        <Radix.Viewport
          hotkey={HOTKEY}
          style={edge === 'top' ? { top: `calc(var(--banner) + ${inset}px)` } : { bottom: inset }}
          className="fixed left-1/2 z-50 flex w-[26rem] max-w-full -translate-x-1/2 flex-col gap-2 p-4 outline-none"
        />
      </Radix.Provider>
    </div>,
    document.body,
  );
}

type Edge = 'top' | 'bottom';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Size of a toast with its margins, in pixels. */
const TOAST_WIDTH = 416;
const TOAST_HEIGHT = 120;

/** Returns where the lower end of `view` is clear of bars that stand there, such as a footer with buttons. */
export function clearBottom(bars: readonly Box[], view: Box): number {
  const middle = (view.left + view.right) / 2;
  return bars
    .filter(({ left, right }) => left < middle + TOAST_WIDTH / 2 && right > middle - TOAST_WIDTH / 2)
    .filter(({ top, bottom }) => bottom > view.bottom - TOAST_HEIGHT && top > (view.top + view.bottom) / 2)
    .reduce((least, { top }) => Math.min(least, top), view.bottom);
}

/** Returns the edge where a toast doesn't cover the text being typed, `preferred` if possible. */
export function freeEdge(preferred: Edge, typed: Box | null, view: Box): Edge {
  const middle = (view.left + view.right) / 2;
  const isBeside =
    typed === null || typed.right <= middle - TOAST_WIDTH / 2 || typed.left >= middle + TOAST_WIDTH / 2;
  const isCovered = (edge: Edge) =>
    !isBeside &&
    (edge === 'top' ? typed.top < view.top + TOAST_HEIGHT : typed.bottom > view.bottom - TOAST_HEIGHT);
  const other = preferred === 'top' ? 'bottom' : 'top';
  return isCovered(preferred) && !isCovered(other) ? other : preferred;
}
