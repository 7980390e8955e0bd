import type { ImportPlan } from '#contract/imports.ts';
import type { Upload } from '#contract/uploads.ts';
import { type Mapping, mappedCount } from '../mapping.ts';
import type { ImportJob, ImportJobs } from './job-queue.ts';

/** The user's choice of how the files of the queue are mapped. */
export interface MappingChoice {
  kind: 'each' | 'one';
  /** Job whose columns are shown; null for the first uploaded one. */
  sampleId: string | null;
  /** Mapping as edited so far; null for the automatic one of the file shown. */
  draft: Mapping | null;
  /** Confirmed mapping for all files. */
  confirmed: Mapping | null;
}

export const EACH_BY_ITSELF: MappingChoice = { kind: 'each', sampleId: null, draft: null, confirmed: null };

/** A mapping applied to a file: the columns that the file has, and the names of those that it lacks. */
export interface Matched {
  fieldMapping: Mapping;
  missing: string[];
}

/** Returns true if a job has to wait until the shared mapping is confirmed. */
export function awaitsMapping(job: ImportJob, { kind, confirmed }: MappingChoice): boolean {
  return job.status === 'mapping' && kind === 'one' && confirmed === null;
}

/**
 * Returns the automatic mapping of an upload: the one saved with its columns, otherwise the suggested one.
 */
export function automaticMapping({ rememberedMapping, suggestedMapping }: Upload): Mapping {
  return rememberedMapping?.fieldMapping ?? suggestedMapping;
}

/**
 * Returns the column tools and value maps with which a mapping is imported: those of the saved mapping, if it is that one.
 * A mapping for all files has none.
 */
export function savedTools(
  { rememberedMapping }: Upload,
  mapping: Mapping,
): Partial<Pick<ImportPlan, 'columnTools' | 'valueMaps'>> {
  if (rememberedMapping === null) return {};
  // A queue kept by an earlier version has neither.
  const { fieldMapping, columnTools = [], valueMaps = {} } = rememberedMapping;
  const isSaved = JSON.stringify(fieldMapping) === JSON.stringify(mapping);
  return isSaved ? { columnTools, valueMaps } : {};
}

/** Returns the mapping with which an upload is imported. */
export function mappingFor(upload: Upload, { kind, confirmed }: MappingChoice): Matched {
  if (kind === 'each' || confirmed === null) return { fieldMapping: automaticMapping(upload), missing: [] };
  return matchMapping(confirmed, upload.columns);
}

/**
 * Applies a mapping to another file's columns, ignoring case and surrounding blanks in their names. Exact
 * matches take precedence; each column is used once.
 */
export function matchMapping(mapping: Mapping, columns: readonly string[]): Matched {
  const free = new Set(columns);
  const nameOf = new Map<string, string>();
  for (const name of Object.keys(mapping)) if (free.delete(name)) nameOf.set(name, name);
  for (const name of Object.keys(mapping)) {
    if (nameOf.has(name)) continue;
    const like = [...free].find((column) => normalizedName(column) === normalizedName(name));
    if (like === undefined) continue;
    free.delete(like);
    nameOf.set(name, like);
  }
  const fed = Object.entries(mapping).flatMap(([name, field]) => {
    const column = nameOf.get(name);
    return column === undefined ? [] : [[column, field] as const];
  });
  return {
    fieldMapping: Object.fromEntries(fed),
    missing: Object.keys(mapping).filter((name) => !nameOf.has(name)),
  };
}

function normalizedName(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}

/** An uploaded file of the queue whose import hasn't started. */
export type SampleJob = ImportJob & { upload: Upload };

/** Returns the files whose columns can be shown. */
export function sampleJobs(jobs: ImportJobs): SampleJob[] {
  return jobs.filter((job): job is SampleJob => job.status === 'mapping' && job.upload !== null);
}

/** Returns the file whose columns are shown, or null while none is uploaded. */
export function sampleJob(jobs: ImportJobs, { sampleId }: MappingChoice): SampleJob | null {
  const samples = sampleJobs(jobs);
  return samples.find(({ id }) => id === sampleId) ?? samples[0] ?? null;
}

/** Returns the current shared mapping in the columns of the file shown. */
export function draftMapping(upload: Upload, { draft }: MappingChoice): Mapping {
  // Without columns that only the tools of the saved mapping add.
  return matchMapping(draft ?? automaticMapping(upload), upload.columns).fieldMapping;
}

/** Confirms the mapping in the columns of the file shown; returns the same choice if no column is mapped. */
export function confirmMapping(choice: MappingChoice, upload: Upload): MappingChoice {
  const mapping = draftMapping(upload, choice);
  return mappedCount(mapping) === 0 ? choice : { ...choice, draft: null, confirmed: mapping };
}

/** Reopens a confirmed mapping for changes; files not yet started wait again. */
export function reopenMapping(choice: MappingChoice): MappingChoice {
  return { ...choice, draft: choice.confirmed, confirmed: null };
}
