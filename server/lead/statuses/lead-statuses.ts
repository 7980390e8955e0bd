import type { LeadStatusColor } from '#contract/lead-status-colors.ts';
import { foldText } from '../values/fold-text.ts';

/** A status as the organization keeps it. */
export interface LeadStatus {
  id: string;
  /** Text that leads hold. */
  key: string;
  name: string;
  /** Latest first. */
  formerNames: string[];
  color: LeadStatusColor;
  deleted: boolean;
}

const DEFAULT_KEY = 'new';
/** Statuses that the product relies on: that of new leads, and the one that statistics count. */
const FIXED_KEYS: readonly string[] = [DEFAULT_KEY, 'qualified'];
/** Maximum number of texts whose folded form is cached. */
const MAX_CACHED_TEXTS = 1_000;

/** Returns whether leads that are given no status get this one. */
export function isDefaultStatus({ key }: Pick<LeadStatus, 'key'>): boolean {
  return key === DEFAULT_KEY;
}

/** Returns whether the product relies on a status, so that it can't be deleted. */
export function isFixedStatus({ key }: Pick<LeadStatus, 'key'>): boolean {
  return FIXED_KEYS.includes(key);
}

/**
 * The statuses of an organization. Leads hold keys, users and programs write names: in any case and with or without
 * accents, also earlier names.
 */
export class LeadStatuses {
  /** The ones that leads can be given, in order. */
  readonly offered: readonly LeadStatus[];
  private readonly offeredKeys: ReadonlyMap<string, string>;
  private readonly allKeys: ReadonlyMap<string, string>;
  private readonly names: ReadonlyMap<string, string>;
  private readonly fold = cachedFold();

  constructor(all: readonly LeadStatus[]) {
    this.offered = all.filter(({ deleted }) => !deleted);
    this.offeredKeys = keysByText(this.offered);
    const keysById = all.map(({ id, key }) => [id, key] as const);
    this.allKeys = new Map([...keysByText(all), ...this.offeredKeys, ...keysById]);
    this.names = new Map(all.toReversed().map(({ key, name }) => [foldText(key), name]));
  }

  /** Returns the name of the status that a lead holds. A text that is no status stands for itself. */
  nameOf(held: string): string {
    return this.names.get(this.fold(held)) ?? held;
  }

  /** Returns what leads hold for an offered status, or null if the text names none. */
  keyOf(text: string): string | null {
    return this.offeredKeys.get(this.fold(text)) ?? null;
  }

  /** Returns what leads hold for a status, deleted or not, by a text or its id. A text that names none stands for itself. */
  heldFor(text: string): string {
    return this.allKeys.get(this.fold(text)) ?? text;
  }
}

/** Returns the keys by the folded texts that name a status: names before earlier names before keys. */
function keysByText(statuses: readonly LeadStatus[]): Map<string, string> {
  const texts = [
    ...statuses.map(({ name, key }) => [name, key] as const),
    ...statuses.flatMap(({ formerNames, key }) => formerNames.map((name) => [name, key] as const)),
    ...statuses.map(({ key }) => [key, key] as const),
  ];
  const keys = new Map<string, string>();
  for (const [text, key] of texts) {
    const folded = foldText(text);
    if (!keys.has(folded)) keys.set(folded, key);
  }
  return keys;
}

/** Returns a `foldText` for texts that repeat, as those of a file's rows do. */
function cachedFold(): (text: string) => string {
  const folded = new Map<string, string>();
  return (text) => {
    const known = folded.get(text);
    if (known !== undefined) return known;
    if (folded.size >= MAX_CACHED_TEXTS) folded.clear();
    const result = foldText(text);
    folded.set(text, result);
    return result;
  };
}
