import { createStore } from './store.ts';

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

export const toastStore = createStore<readonly ShownToast[]>([]);

let lastId = 0;

/** Replaces the current toast and returns its ID. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  toastStore.set([{ ...message, id: lastId, open: true }, ...toastStore.get()].slice(0, LIMIT));
  return lastId;
}

/** Closes a toast and removes it after the delay. */
export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => toastStore.set(toastStore.get().filter((shown) => shown.id !== id)), REMOVE_DELAY);
}

export function clearToasts(): void {
  toastStore.set([]);
}
