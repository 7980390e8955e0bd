interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  /** Returns the function that removes the listener. */
  subscribe: (listener: () => void) => () => void;
}

/** Holds a value for useSyncExternalStore. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
