/** Maximum toasts, and milliseconds until a dismissed toast is removed, both from the specification. */
const LIMIT = 1;
const REMOVE_DELAY = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string;
  /** `neutral`: nothing done; `caution`: partial or uncertain; `destructive`: failed. */
  tone?: 'default' | 'neutral' | 'caution' | 'destructive';
  action?: { label: string; onAction: () => void };
  /** Milliseconds until it closes, if unusual. */
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

/** Replaces the current toast and returns its ID. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  setToasts([{ ...message, id: lastId, open: true }, ...toasts].slice(0, LIMIT));
  return lastId;
}

/** Closes a toast and removes it after the delay. */
export function dismissToast(id: number): void {
  setToasts(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => setToasts(toasts.filter((shown) => shown.id !== id)), REMOVE_DELAY);
}

/** Removes all toasts at once. */
export function clearToasts(): void {
  setToasts([]);
}

/** Toasts for useSyncExternalStore. */
export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
