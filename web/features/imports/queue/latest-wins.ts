/**
 * Returns a function that saves values one after the other. While one is being saved, only the newest waits, so that the
 * last one saved is the last one given. The returned promise resolves when nothing is left to save.
 */
export function latestWins<T>(save: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
  let waiting: { value: T } | null = null;
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    while (waiting !== null) {
      const { value } = waiting;
      waiting = null;
      await save(value);
    }
    working = null;
  };
  return (value) => {
    waiting = { value };
    working ??= work();
    return working;
  };
}
