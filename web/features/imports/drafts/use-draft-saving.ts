import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OpenedDraft, SavedDraft } from '#contract/import-drafts.ts';
import type { Wizard } from '../wizard.ts';
import { draftsQuery } from './draft-queries.ts';
import type { SaveState } from './draft-saver.ts';
import { DraftSession } from './draft-session.ts';

interface DraftSaving {
  opened: OpenedDraft | undefined;
  wizard: Wizard;
  /** Step saved while the wizard shows the uploaded file. */
  firstStep: SavedDraft['step'];
  /** Shows another state of the draft; must be stable. */
  onReopen: (draft: OpenedDraft) => void;
}

/** Saves the wizard's choices in its draft and shows changes by other users and tabs. */
export function useDraftSaving({ opened, wizard, firstStep, onReopen }: DraftSaving): SaveState {
  const [state, setState] = useState<SaveState>('saved');
  const session = useRef<DraftSession | null>(null);
  const { data: drafts, isFetchedAfterMount } = useQuery({ ...draftsQuery, enabled: opened !== undefined });

  useEffect(() => {
    if (opened === undefined) return;
    const begun = new DraftSession(opened, { firstStep, onState: setState, onReopen });
    session.current = begun;
    return () => {
      begun.close();
      session.current = null;
    };
  }, [opened, firstStep, onReopen]);

  // Runs after the effect above, so that its session takes the first state too.
  useEffect(() => {
    if (opened !== undefined) session.current?.show(wizard);
  }, [opened, wizard]);

  useEffect(() => {
    // If the server is unreachable, the next event compares again.
    if (drafts && isFetchedAfterMount) void session.current?.compare(drafts).catch(() => undefined);
  }, [drafts, isFetchedAfterMount]);
  return state;
}
