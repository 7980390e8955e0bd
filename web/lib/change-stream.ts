import type { ChangeEvent } from '#contract/events.ts';
import { EVENTS_PATH } from '#contract/live-paths.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

export interface StreamHost {
  /** Passes on each message; calls `onLost` when the connection breaks. */
  open(path: string, onMessage: (text: string) => void, onLost: () => void): { close(): void };
  isHidden(): boolean;
}

export interface ChangeStream {
  /** Call when the page is hidden or shown; hidden pages hold no connection. */
  onVisibility(): void;
  close(): void;
}

const TYPES: Readonly<Record<string, true>> = {
  hello: true,
  leads: true,
  imports: true,
  fields: true,
  drafts: true,
  grids: true,
  queue: true,
  deliveries: true,
} satisfies Record<ChangeEvent['type'], true>;

function parsed(text: string): ChangeEvent | undefined {
  try {
    const event: unknown = JSON.parse(text);
    const known =
      typeof event === 'object' && event !== null && 'type' in event && String(event.type) in TYPES;
    return known ? (event as ChangeEvent) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Listens to the organization's changes and reconnects after 1, 2, 4 … 30 seconds. Calls `onMissed`
 * at each connection, because earlier changes may have been missed.
 */
export function openChangeStream(
  host: StreamHost,
  onEvent: (event: ChangeEvent) => void,
  onMissed: () => void,
): ChangeStream {
  let connection: { close(): void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;

  function connect() {
    connection = host.open(EVENTS_PATH, onMessage, onLost);
  }

  function onMessage(text: string) {
    const event = parsed(text);
    if (event?.type === 'hello') greet();
    else if (event) onEvent(event);
  }

  function onLost() {
    drop();
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    // Jitter spreads reconnections after a server restart.
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  }

  function greet() {
    failures = 0;
    // A greeting on an open connection follows a gap as well.
    onMissed();
  }

  function drop() {
    clearTimeout(timer);
    connection?.close();
    connection = null;
  }

  function onVisibility() {
    if (closed) return;
    if (host.isHidden()) drop();
    else if (connection === null) {
      clearTimeout(timer);
      connect();
    }
  }

  if (!host.isHidden()) connect();
  return {
    onVisibility,
    close() {
      closed = true;
      drop();
    },
  };
}
