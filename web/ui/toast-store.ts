/**
 * Maximum number of toasts, and the delay in milliseconds before a dismissed toast is removed, both set by
 * the product's specification.
 */
const LIMIT = 1;
const REMOVE_DELAY = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string;
  /** `neutral` where nothing was done, `caution` where only a part was or is doubtful, `destructive` for failures. */
  tone?: 'default' | 'neutral' | 'caution' | 'destructive';
  /** Button on the right, such as Undo. */
  action?: { label: string; onAction: () => void };
  /** Time until it closes in milliseconds, if it isn't the usual one. */
  duration?: number;
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message in place of the previous one. Returns the ID that `dismissToast` takes. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  setToasts([{ ...message, id: lastId, open: true }, ...toasts].slice(0, LIMIT));
  return lastId;
}

/** Closes a toast; removes it from the store after the removal delay. */
export function dismissToast(id: number): void {
  setToasts(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => setToasts(toasts.filter((shown) => shown.id !== id)), REMOVE_DELAY);
}

/** Store of the toasts, for useSyncExternalStore. */
export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
