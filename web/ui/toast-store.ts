/** One toast is shown at a time; a dismissed one is forgotten much later, as the product's constants say. Milliseconds. */
const LIMIT = 1;
const REMOVE_DELAY = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string;
  /** `destructive` for what failed. */
  tone?: 'default' | 'destructive';
  /** At the right, such as Undo. */
  action?: { label: string; onAction: () => void };
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message; it takes the place of the one before. Returns the id that `dismissToast` takes. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  set([{ ...message, id: lastId, open: true }, ...toasts].slice(0, LIMIT));
  return lastId;
}

/** Closes a toast; it leaves the store once its removal delay is over. */
export function dismissToast(id: number): void {
  set(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => set(toasts.filter((shown) => shown.id !== id)), REMOVE_DELAY);
}

/** The toasts, for useSyncExternalStore. */
export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
