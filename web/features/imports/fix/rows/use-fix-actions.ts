import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import {
  dropGridRows,
  editGridCells,
  type GridChange,
  type GridEvent,
  type GridFilter,
  type GridRow,
  type ImportGrid,
  replaceGridCells,
  undoGridStep,
} from '#contract/import-fixing.ts';
import { ApiError, messageOf } from '../../../../lib/api-error.ts';
import { callApi } from '../../../../lib/call-api.ts';
import { formatCount } from '../../../../lib/format.ts';
import { showFailure } from '../../../../lib/show-failure.ts';
import { followCall } from '../../../../lib/stream.ts';
import { toast } from '../../../../ui/toast-store.ts';
import { gridQuery } from '../../results/queries.ts';
import { rowAnnouncement } from './fix-texts.ts';
import { type FixCellEdit, type PendingEdits, type PendingValues, pendingValues } from './pending-edits.ts';
import type { FixRows } from './use-fix-rows.ts';

/** A begun change that failed, or whose end is unknown. */
class GridChangeFailed extends Error {}

/** Follows a change to its end. @throws GridChangeFailed with a message for the user */
async function lastGridChange(
  events: AsyncGenerator<GridEvent>,
  onProgress: (percent: number) => void,
): Promise<GridChange> {
  for await (const event of events) {
    if (event.type === 'complete') return event.change;
    if (event.type === 'error') throw new GridChangeFailed(event.message);
    onProgress(event.progress);
  }
  throw new GridChangeFailed('The connection was lost. The change continues on the server.');
}

export interface FixReplacement {
  column: string;
  match: 'cell' | 'part';
  find: string;
  replacement: string;
  /** Default: every row of the file. */
  filter?: GridFilter;
}

type DroppedRows = { rows: number[] } | { filter: GridFilter };

/** Changes by the user, run in order. */
export interface FixActions {
  edit: (edits: readonly FixCellEdit[]) => void;
  replace: (replacement: FixReplacement) => void;
  /** Excludes rows from the import, or includes them again. */
  drop: (rows: DroppedRows, dropped: boolean) => void;
  undo: () => void;
  /** Repeats the last undone change of this visit; null without any. */
  redo: (() => void) | null;
  /** Values unconfirmed by the server. */
  pending: PendingValues;
  /** Percentage of the running change, or null. */
  progress: number | null;
  /** Result of the last change, for screen readers. */
  announcement: string;
  /** Why the server refuses changes, such as a running import. */
  blocked: string | null;
  unblock: () => void;
}

/** A saved change: when, and how to repeat it. */
interface DoneStep {
  at: string;
  repeat: () => void;
}

const UNREACHED = 'Check your connection and try again.';

/** Runs the user's changes in order; rolls back failures with a message. */
export function useFixActions(uploadId: string, { loader, noteRevision }: FixRows): FixActions {
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly PendingEdits[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [blocked, setBlocked] = useState<string | null>(null);
  const queue = useRef(Promise.resolve());
  const serial = useRef(0);
  const done = useRef<DoneStep[]>([]);
  const [undone, setUndone] = useState<readonly DoneStep[]>([]);
  const undoable = () => client.getQueryData(gridQuery(uploadId).queryKey)?.undoable;

  function enqueue(title: string, change: () => Promise<void>): void {
    queue.current = queue.current.then(async () => {
      try {
        await change();
      } catch (error) {
        const description = error instanceof GridChangeFailed ? error.message : messageOf(error, UNREACHED);
        if (error instanceof ApiError && error.status === 409) setBlocked(description);
        showFailure(title, description);
        // The server may still have applied this change.
        loader.refresh();
        void client.invalidateQueries({ queryKey: gridQuery(uploadId).queryKey });
      }
    });
  }

  function applyChange(change: GridChange, repeat?: () => void): void {
    setBlocked(null);
    noteRevision(change.revision, true);
    updateGrid(client, uploadId, change);
    if (repeat && change.changed > 0 && change.undoable)
      done.current.push({ at: change.undoable.at, repeat });
  }

  function edit(edits: readonly FixCellEdit[]): void {
    if (edits.length === 0) return;
    serial.current += 1;
    const id = serial.current;
    setPending((all) => [...all, { id, edits }]);
    enqueue("Couldn't save your change", async () => {
      try {
        const reply = await callApi(editGridCells, { params: { uploadId }, body: { edits: [...edits] } });
        loader.put(reply.rows);
        refreshOthers(loader, edits, reply.rows);
        applyChange(reply, () => edit(edits));
        setAnnouncement(editAnnouncement(edits, reply.rows));
      } finally {
        setPending((all) => all.filter((one) => one.id !== id));
      }
    });
  }

  /** Follows a long change, then refetches its rows. */
  function follow(
    title: string,
    events: () => AsyncGenerator<GridEvent>,
    tell: (change: GridChange) => void,
    repeat?: () => void,
  ) {
    enqueue(title, async () => {
      setProgress(0);
      try {
        const change = await lastGridChange(events(), setProgress);
        loader.refresh();
        applyChange(change, repeat);
        tell(change);
      } finally {
        setProgress(null);
      }
    });
  }

  const params = { uploadId };
  const undo = () => {
    let at: string | undefined;
    follow(
      "Couldn't undo the change",
      () => {
        at = undoable()?.at;
        return followCall(undoGridStep, { params });
      },
      ({ changed }) => {
        report('Undone', changed === 0 ? NOTHING_UNDONE : null);
        const step = done.current.pop();
        // Another tab or visit made this change.
        if (step?.at !== at) done.current = [];
        setUndone((all) => (step && step.at === at ? [...all, step] : []));
      },
    );
  };

  function report(title: string, description: string | null): void {
    setAnnouncement(description === null ? title : `${title}. ${description}`);
    toast({ title, ...(description !== null && { description, tone: 'neutral' }) });
  }

  const replace = (body: FixReplacement): void =>
    follow(
      "Couldn't change the cells",
      () => followCall(replaceGridCells, { params, body }),
      ({ changed }) => {
        const title = changed === 0 ? 'No cells to change' : `${formatCount(changed, 'cell')} changed`;
        setAnnouncement(title);
        toast({
          title,
          ...(changed > 0 ? { action: { label: 'Undo', onAction: undo } } : { tone: 'neutral' }),
        });
      },
      () => replace(body),
    );
  const drop = (rows: DroppedRows, dropped: boolean): void =>
    follow(
      dropped ? "Couldn't drop the rows" : "Couldn't keep the rows",
      () => followCall(dropGridRows, { params, body: { ...rows, dropped } }),
      ({ changed }) => setAnnouncement(`${formatCount(changed, 'row')} ${dropped ? 'dropped' : 'kept'}`),
      () => drop(rows, dropped),
    );
  /** A new change leaves nothing to redo. */
  const fresh =
    <A extends unknown[]>(change: (...given: A) => void) =>
    (...given: A) => {
      setUndone([]);
      change(...given);
    };
  const last = undone.at(-1);

  return {
    edit: fresh(edit),
    replace: fresh(replace),
    drop: fresh(drop),
    redo: last
      ? () => {
          setUndone((all) => all.slice(0, -1));
          last.repeat();
        }
      : null,
    undo,
    pending: useMemo(() => pendingValues(pending), [pending]),
    progress,
    announcement,
    blocked,
    unblock: () => setBlocked(null),
  };
}

const NOTHING_UNDONE = 'Someone else has changed these cells since, so they stay as they are.';

/** Shows a change's totals at once and refetches other counts. */
function updateGrid(client: QueryClient, uploadId: string, change: GridChange): void {
  const { queryKey } = gridQuery(uploadId);
  const { revision, totals, isCounted, undoable } = change;
  client.setQueryData<ImportGrid>(
    queryKey,
    (grid) => grid && { ...grid, revision: Math.max(revision, grid.revision), totals, isCounted, undoable },
  );
  void client.invalidateQueries({ queryKey });
}

/** Refetches edited rows beyond the reply's page. */
function refreshOthers(
  loader: FixRows['loader'],
  edits: readonly FixCellEdit[],
  replied: readonly GridRow[],
) {
  const known = new Set(replied.map(({ row }) => row));
  const others = new Set(edits.map(({ row }) => row).filter((row) => !known.has(row)));
  if (others.size > 0) loader.refresh([...others]);
}

function editAnnouncement(edits: readonly FixCellEdit[], rows: readonly GridRow[]): string {
  const edited = new Set(edits.map(({ row }) => row));
  const [row, ...others] = rows.filter((one) => edited.has(one.row));
  if (row && others.length === 0) return rowAnnouncement(row);
  return `${formatCount(edits.length, 'cell')} changed`;
}
