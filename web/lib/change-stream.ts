import { type ChangeEvent, changeEvent, changes } from '#contract/events.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** What the stream needs of the page it lives in. */
export interface StreamHost {
  /** Opens a connection that hands on the text of each message, and says when it is lost. */
  open(path: string, onMessage: (text: string) => void, onLost: () => void): { close(): void };
  isHidden(): boolean;
}

export interface ChangeStream {
  /** To be called when the page is hidden or shown: a hidden page holds no connection. */
  onVisibility(): void;
  close(): void;
}

function parsed(text: string): ChangeEvent | undefined {
  try {
    return changeEvent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Listens to what changes in the organization. A connection that is lost is opened again after 1, 2, 4 … 30 seconds,
 * give or take a quarter. `onMissed` is called when it is back, since changes may have been missed meanwhile.
 */
export function openChangeStream(
  host: StreamHost,
  onEvent: (event: ChangeEvent) => void,
  onMissed: () => void,
): ChangeStream {
  let connection: { close(): void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let mayHaveMissed = false;
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
    // Spread, so that not everybody comes back at once after a restart.
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  }

  function greet() {
    failures = 0;
    // Every later greeting, of this connection too, follows a time in which nothing was told.
    if (mayHaveMissed) onMissed();
    mayHaveMissed = true;
  }

  function drop() {
    clearTimeout(timer);
    connection?.close();
    connection = null;
    mayHaveMissed = true;
  }

  function onVisibility() {
    if (closed) return;
    if (host.isHidden()) drop();
    else if (connection === null) {
      clearTimeout(timer);
      connect();
    }
  }

  if (host.isHidden()) mayHaveMissed = true;
  else connect();
  return {
    onVisibility,
    close() {
      closed = true;
      drop();
    },
  };
}
