import { createStore } from '../../../../ui/store.ts';

/** Loads rows during scrolling, by row number. */
export interface RowLoader<Row> {
  get(number: number): Row | undefined;
  /** Replaces rows, such as from an edit's reply. */
  put(rows: readonly Row[]): void;
  /** Loads missing visible rows and aborts other requests. */
  show(numbers: readonly number[]): void;
  /** Reloads cached rows, all by default; outdated rows stay until then. */
  refresh(numbers?: readonly number[]): void;
  retry(): void;
  failure(): unknown;
  /** Increases with every change. */
  version(): number;
  subscribe(listener: () => void): () => void;
  /** Aborts loading; `show` restarts it. */
  close(): void;
}

export interface RowLoaderOptions<Row extends { row: number }> {
  /** At most `ROWS_PER_REQUEST` rows. */
  fetchRows: (numbers: readonly number[], signal: AbortSignal) => Promise<readonly Row[]>;
  /** Maximum cached rows. */
  keep?: number;
}

const ROWS_PER_REQUEST = 100;
const KEPT_ROWS = 5_000;

interface Request {
  numbers: readonly number[];
  controller: AbortController;
}

/** Creates a row loader; replies may arrive in any order. */
export function createRowLoader<Row extends { row: number }>(options: RowLoaderOptions<Row>): RowLoader<Row> {
  const { fetchRows, keep = KEPT_ROWS } = options;
  const rows = new Map<number, Row>();
  const outdated = new Set<number>();
  /** Changes per row; older replies don't replace newer rows. */
  const changes = new Map<number, number>();
  let requests: Request[] = [];
  let wanted: readonly number[] = [];
  let failed: unknown = null;
  const version = createStore(0);

  const changed = () => version.set(version.get() + 1);

  function store(row: Row) {
    // Deleting first keeps the map in order of last use.
    rows.delete(row.row);
    rows.set(row.row, row);
    outdated.delete(row.row);
  }

  function evict() {
    const shown = new Set(wanted);
    for (const number of rows.keys()) {
      if (rows.size <= keep) return;
      if (!shown.has(number)) rows.delete(number);
    }
  }

  function load() {
    if (failed !== null) return;
    const asked = new Set(requests.flatMap(({ numbers }) => numbers));
    const missing = wanted.filter(
      (number) => (!rows.has(number) || outdated.has(number)) && !asked.has(number),
    );
    for (let at = 0; at < missing.length; at += ROWS_PER_REQUEST) {
      void request(missing.slice(at, at + ROWS_PER_REQUEST));
    }
  }

  async function request(numbers: readonly number[]) {
    const sent: Request = { numbers, controller: new AbortController() };
    const { signal } = sent.controller;
    const before = new Map(numbers.map((number) => [number, changes.get(number) ?? 0]));
    requests.push(sent);
    try {
      const found = await fetchRows(numbers, signal);
      if (signal.aborted) return;
      for (const row of found) {
        if ((changes.get(row.row) ?? 0) === before.get(row.row)) store(row);
      }
      evict();
    } catch (error) {
      if (!signal.aborted) failed = error;
    } finally {
      requests = requests.filter((other) => other !== sent);
      if (!signal.aborted) changed();
    }
  }

  return {
    get: (number) => rows.get(number),
    put(given) {
      for (const row of given) {
        changes.set(row.row, (changes.get(row.row) ?? 0) + 1);
        store(row);
      }
      changed();
    },
    show(numbers) {
      wanted = numbers;
      const shown = new Set(numbers);
      for (const { numbers: asked, controller } of requests) {
        if (!asked.some((number) => shown.has(number))) controller.abort();
      }
      requests = requests.filter(({ controller }) => !controller.signal.aborted);
      load();
    },
    refresh(numbers) {
      for (const number of numbers ?? rows.keys()) {
        if (!rows.has(number)) continue;
        outdated.add(number);
        changes.set(number, (changes.get(number) ?? 0) + 1);
      }
      // A pending reply may predate the change.
      const stale = numbers === undefined ? null : new Set(numbers);
      for (const { numbers: asked, controller } of requests) {
        if (stale === null || asked.some((number) => stale.has(number))) controller.abort();
      }
      requests = requests.filter(({ controller }) => !controller.signal.aborted);
      load();
    },
    retry() {
      failed = null;
      changed();
      load();
    },
    failure: () => failed,
    version: version.get,
    subscribe: version.subscribe,
    close() {
      for (const { controller } of requests) controller.abort();
      requests = [];
    },
  };
}
