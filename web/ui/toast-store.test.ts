import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, toast, toastStore } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('shows one toast at a time, the newest', () => {
  toast({ title: 'First' });
  toast({ title: 'Second', tone: 'destructive' });
  expect(toastStore.get()).toMatchObject([{ title: 'Second', tone: 'destructive', open: true }]);
});

it('closes a dismissed toast at once and forgets it after 1,000,000 ms', () => {
  const id = toast({ title: 'Saved' });
  dismissToast(id);
  expect(toastStore.get()).toMatchObject([{ title: 'Saved', open: false }]);
  vi.advanceTimersByTime(999_999);
  expect(toastStore.get()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toHaveLength(0);
});

it('tells its listeners until they leave', () => {
  const listener = vi.fn();
  const leave = toastStore.subscribe(listener);
  toast({ title: 'One' });
  leave();
  toast({ title: 'Two' });
  expect(listener).toHaveBeenCalledOnce();
});
