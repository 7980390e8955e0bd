import { type ChangeEvent, changes } from '#contract/events.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** The page's services for the stream. */
export interface StreamHost {
  /** Opens a connection that passes on the text of each message, and calls `onLost` when it breaks. */
  open(path: string, onMessage: (text: string) => void, onLost: () => void): { close(): void };
  isHidden(): boolean;
}

export interface ChangeStream {
  /** Must be called when the page is hidden or shown; hidden pages hold no connection. */
  onVisibility(): void;
  close(): void;
}

/** Events by type; the own server sends nothing else. */
const TYPES: Readonly<Record<string, true>> = {
  hello: true,
  leads: true,
  imports: true,
  fields: true,
  drafts: true,
  grids: true,
  queue: true,
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
 * Listens to changes in the organization. Reopens a lost connection after 1, 2, 4 … 30 seconds, give or take
 * a quarter. Calls `onMissed` whenever it is connected, because changes may have been missed until then, also those made
 * while the page's first answers were on their way.
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
    connection = host.open(changes.path, onMessage, onLost);
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
    // Jitter keeps clients from reconnecting all at once after a server restart.
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  }

  function greet() {
    failures = 0;
    // Also a greeting on the same connection follows a gap without events.
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
