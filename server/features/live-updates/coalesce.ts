import type { ChangeEvent } from '#contract/events.ts';

/**
 * Delivers at most once per type and interval: the first change at once, later changes collected without
 * repetitions.
 */
export function coalesced(
  everyMs: number,
  send: (events: readonly ChangeEvent[]) => void,
): { push(event: ChangeEvent): void; stop(): void } {
  const waiting = new Map<ChangeEvent['type'], Map<string, ChangeEvent>>();
  const timers = new Map<ChangeEvent['type'], NodeJS.Timeout>();
  const pass = (type: ChangeEvent['type']): void => {
    const held = waiting.get(type);
    waiting.delete(type);
    if (held === undefined) {
      timers.delete(type);
      return;
    }
    timers.set(
      type,
      setTimeout(() => pass(type), everyMs),
    );
    send([...held.values()]);
  };
  return {
    push: (event) => {
      const held = waiting.get(event.type) ?? new Map<string, ChangeEvent>();
      waiting.set(event.type, held.set(subjectOf(event), event));
      if (!timers.has(event.type)) pass(event.type);
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Returns the event's record id, '' for all records of its type. */
function subjectOf(event: ChangeEvent): string {
  if (event.type === 'imports') return event.importId;
  return event.type === 'grids' ? event.uploadId : '';
}
