import { type ChangeEvent, type LeadsEvent, MAX_NAMED_LEADS } from '#contract/events.ts';

/**
 * Delivers at most once per type and interval: the first change at once, later changes collected without
 * repetitions, those of leads as one.
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
      const subject = subjectOf(event);
      const before = held.get(subject);
      const both = before?.type === 'leads' && event.type === 'leads' ? merged(before, event) : event;
      waiting.set(event.type, held.set(subject, both));
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

function merged(a: LeadsEvent, b: LeadsEvent): LeadsEvent {
  const ids = a.ids && b.ids && [...new Set([...a.ids, ...b.ids])];
  const aspects = [...new Set([...a.aspects, ...b.aspects])];
  return { type: 'leads', aspects, ids: ids !== null && ids.length > MAX_NAMED_LEADS ? null : ids };
}
