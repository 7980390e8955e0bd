import type { SavedDraft } from '#contract/import-drafts.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { ApiError } from '../../../lib/api-error.ts';

/** Milliseconds from the last change to its save. */
const SAVE_AFTER_MS = 400;
/** Milliseconds before retries, doubling up to the longest. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
/** Attempts to save a closed draft's last changes. */
const CLOSING_TRIES = 4;

/** `saving` until a change is saved, `failing` while the server is unreachable. */
export type SaveState = 'saved' | 'saving' | 'failing';

export type DraftChoices = { plan: ImportPlan } & Pick<SavedDraft, 'step'>;

export interface DraftHost {
  create(choices: DraftChoices): Promise<Pick<SavedDraft, 'revision'>>;
  save(changes: DraftChoices & { revision: number }): Promise<Pick<SavedDraft, 'revision'>>;
  onState(state: SaveState): void;
  /** Another user or tab changed the draft, so nothing was saved; `message` names them. */
  onConflict(message: string): void;
  /** The draft was imported, discarded, or has expired. */
  onGone(): void;
  /** A closed draft's last changes couldn't be saved. */
  onLost(): void;
}

const closing = new Map<string, Promise<void>>();

/** Resolves when a closed draft is saved; undefined if it already is. */
export function pendingSaves(uploadId: string): Promise<void> | undefined {
  return closing.get(uploadId);
}

/** Saves a draft's choices shortly after each change, one save at a time, with retries. */
export class DraftSaver {
  readonly #uploadId: string;
  readonly #host: DraftHost;
  #savedKey: string;
  /** Null if starting the import may have ended the draft. */
  #revision: number | null;
  #wanted: DraftChoices | null = null;
  #saving: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(uploadId: string, saved: DraftChoices & { revision: number }, host: DraftHost) {
    this.#uploadId = uploadId;
    this.#host = host;
    this.#savedKey = keyOf(saved);
    this.#revision = saved.revision;
  }

  /** Server's revision after the last save; null if there may be no draft. */
  get revision(): number | null {
    return this.#revision;
  }

  get isIdle(): boolean {
    return this.#saving === null && !this.#isDirty;
  }

  /** Saves soon, unless newer choices follow. */
  put(choices: DraftChoices): void {
    this.#wanted = choices;
    if (!this.#isDirty) {
      clearTimeout(this.#timer);
      if (this.#saving === null) this.#host.onState('saved');
    } else if (this.#failures === 0) {
      this.#host.onState('saving');
      this.#schedule(SAVE_AFTER_MS);
    }
  }

  /** Stops saving because the import starts; later choices recreate the draft if needed. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#revision = null;
    this.#savedKey = '';
    this.#failures = 0;
  }

  /** Takes over the state of another user or tab as saved. */
  adopt(saved: DraftChoices & { revision: number }): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#savedKey = keyOf(saved);
    this.#revision = saved.revision;
    this.#failures = 0;
    this.#host.onState('saved');
  }

  /** Saves unsaved choices now. */
  flush(): void {
    clearTimeout(this.#timer);
    void this.#run();
  }

  /** Saves the last choices and stops. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.isIdle) return;
    const end = this.#saveLast().finally(() => closing.delete(this.#uploadId));
    closing.set(this.#uploadId, end);
  }

  get #isDirty(): boolean {
    return this.#wanted !== null && keyOf(this.#wanted) !== this.#savedKey;
  }

  async #saveLast(): Promise<void> {
    for (let tried = 0; tried < CLOSING_TRIES; tried++) {
      await this.#saving;
      clearTimeout(this.#timer);
      if (!this.#isDirty) return;
      if (tried > 0) await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_MS));
      await this.#run();
      clearTimeout(this.#timer);
    }
    if (this.#isDirty) this.#host.onLost();
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delay);
  }

  #run(): Promise<void> {
    if (this.#saving !== null || !this.#isDirty || this.#wanted === null) return Promise.resolve();
    const save = this.#save(this.#wanted).finally(() => {
      this.#saving = null;
      if (this.#failures > 0) this.#schedule(retryDelay(this.#failures));
      else if (this.#isDirty) this.#schedule(SAVE_AFTER_MS);
      else if (this.#wanted !== null) this.#host.onState('saved');
    });
    this.#saving = save;
    return save;
  }

  async #save(choices: DraftChoices): Promise<void> {
    try {
      if (this.#revision === null) await this.#create(choices);
      else await this.#change(choices, this.#revision);
      this.#failures = 0;
    } catch (error) {
      // Errors of saves before the import say nothing about the draft.
      if (this.#wanted !== null) this.#fail(error);
    }
  }

  /** An existing draft keeps its choices, so these are saved next. */
  async #create(choices: DraftChoices): Promise<void> {
    const { revision } = await this.#host.create(choices);
    if (this.#wanted !== null) this.#revision = revision;
  }

  async #change(choices: DraftChoices, revision: number): Promise<void> {
    const saved = await this.#host.save({ ...choices, revision });
    if (this.#wanted === null) return;
    this.#revision = saved.revision;
    this.#savedKey = keyOf(choices);
  }

  #fail(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 409 || status === 404) {
      this.#wanted = null;
      this.#failures = 0;
      if (status === 404) this.#host.onGone();
      else this.#host.onConflict((error as ApiError).serverMessage ?? '');
      return;
    }
    this.#failures += 1;
    this.#host.onState('failing');
  }
}

function retryDelay(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}

function keyOf({ plan, step }: DraftChoices): string {
  return stableKey({ plan, step });
}

/** Returns a text that is equal for equal values, regardless of key order. */
export function stableKey(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
