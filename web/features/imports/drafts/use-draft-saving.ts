import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  createDraft,
  getDraft,
  type OpenedDraft,
  type SavedDraft,
  saveDraft,
} from '#contract/import-drafts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient } from '../../../lib/query.ts';
import { showFailure } from '../../../lib/show-failure.ts';
import { toast } from '../../../ui/toast-store.ts';
import { draftPlan, planDraft } from '../plan/draft.ts';
import type { Wizard } from '../wizard.ts';
import { type DraftChoices, DraftSaver, type SaveState } from './draft-saver.ts';
import { draftQuery, draftsQuery, markDraftOpened } from './drafts.ts';

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

/** Milliseconds to choose between two versions. */
const CONFLICT_TOAST_MS = 30_000;

/** `firstStep` is saved while the wizard shows the uploaded file. */
interface SessionOptions {
  firstStep: SavedDraft['step'];
  onState(state: SaveState): void;
  /** Another user or tab changed the draft. */
  onReopen(draft: OpenedDraft): void;
}

class DraftSession {
  readonly #uploadId: string;
  readonly #filename: string;
  readonly #options: SessionOptions;
  readonly #saver: DraftSaver;
  readonly #stopListening: () => void;
  #shown: { choices: DraftChoices; draft: Pick<OpenedDraft, 'upload' | 'plan'> } | null = null;

  constructor(opened: OpenedDraft, options: SessionOptions) {
    const { uploadId } = opened;
    this.#uploadId = uploadId;
    this.#filename = opened.filename;
    this.#options = options;
    this.#saver = new DraftSaver(uploadId, savedState(opened), {
      create: (choices) => callApi(createDraft, { body: { uploadId, ...choices } }),
      save: (changes) =>
        callApi(saveDraft, { params: { id: uploadId }, body: changes }, undefined, { keepalive: true }),
      onState: options.onState,
      onConflict: (message) => void this.#takeOver(message).catch(() => undefined),
      onGone: () => this.#leave(),
      onLost: () => this.#showLost(),
    });
    this.#stopListening = flushWhenLeft(this.#saver);
    markDraftOpened(uploadId);
  }

  /** Saves the wizard's choices if they changed. */
  show(wizard: Wizard): void {
    const prepared = wizard.step === 'map' || (wizard.step === 'upload' && wizard.phase === 'ready');
    if (!prepared) {
      this.#shown = null;
      // Keeps the last choices in case the import doesn't start.
      this.#saver.flush();
      this.#saver.pause();
      return;
    }
    const plan = draftPlan(wizard.draft);
    const choices = { plan, step: wizard.step === 'map' ? 'map' : this.#options.firstStep };
    this.#shown = { choices, draft: { upload: wizard.upload, plan } };
    this.#saver.put(choices);
  }

  /** Adopts a newer state from the current list of drafts. */
  async compare(drafts: readonly SavedDraft[]): Promise<void> {
    const known = this.#saver.revision;
    if (this.#shown === null || known === null || !this.#saver.isIdle) return;
    const listed = drafts.find(({ uploadId }) => uploadId === this.#uploadId);
    if (listed === undefined || listed.revision > known) await this.#takeOver(null);
  }

  /** Saves the last changes and ends the session. */
  close(): void {
    this.#stopListening();
    this.#shown = null;
    this.#saver.close();
  }

  /** Shows another user's or tab's state; `conflict` names them if it prevented a save. */
  async #takeOver(conflict: string | null): Promise<void> {
    const mine = this.#shown;
    const found = await openOrGone(this.#uploadId);
    const shown = this.#shown;
    if (found?.state !== 'open') return this.#leave();
    if (mine === null || shown === null) return this.#showConflict(conflict);
    const isOlder = found.revision <= (this.#saver.revision ?? found.revision);
    if (conflict === null && (isOlder || !this.#saver.isIdle)) return;
    // Each wizard stays at its own step, which counts as saved.
    this.#saver.adopt({ ...savedState(found), step: shown.choices.step });
    this.#options.onReopen(found);
    toast({
      tone: conflict === null ? 'neutral' : 'caution',
      title: conflict ?? `${found.changedBy} just changed this draft`,
      description: "You're seeing the latest version now.",
      duration: CONFLICT_TOAST_MS,
      ...(conflict !== null && {
        action: {
          label: 'Use My Version',
          onAction: () => this.#options.onReopen({ ...found, ...mine.draft }),
        },
      }),
    });
  }

  /** Makes the page check how the draft ended. */
  #leave(): void {
    void queryClient.invalidateQueries({ queryKey: draftQuery(this.#uploadId).queryKey });
  }

  #showConflict(message: string | null): void {
    if (message === null) return;
    showFailure(message, `Your last changes to ${this.#filename} weren't saved.`);
  }

  #showLost(): void {
    showFailure(
      "Couldn't save your changes",
      `The last changes to ${this.#filename} weren't saved. Check your connection.`,
    );
  }
}

/** Returns the draft or the import that ended it; null if discarded or expired. */
async function openOrGone(uploadId: string): Promise<ReplyOf<typeof getDraft> | null> {
  try {
    return await callApi(getDraft, { params: { id: uploadId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Returns a draft as the unchanged wizard would save it. */
function savedState({ plan, step, revision }: OpenedDraft): DraftChoices & { revision: number } {
  return { plan: draftPlan(planDraft(plan)), step, revision };
}

/** Saves when the page is hidden or left, and on reconnection; returns the function that stops it. */
function flushWhenLeft(saver: DraftSaver): () => void {
  const flush = () => saver.flush();
  window.addEventListener('pagehide', flush);
  window.addEventListener('online', flush);
  document.addEventListener('visibilitychange', flush);
  return () => {
    window.removeEventListener('pagehide', flush);
    window.removeEventListener('online', flush);
    document.removeEventListener('visibilitychange', flush);
  };
}
