/** Serializes saves and skips superseded values; the promise resolves once everything is saved. */
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
