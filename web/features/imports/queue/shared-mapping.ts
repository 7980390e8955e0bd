import type { Upload } from '#contract/uploads.ts';
import { type Mapping, mappedCount, withoutField } from '../mapping.ts';
import type { ImportJob, Jobs } from './job-queue.ts';

/** How the files of the queue are mapped. */
export interface MappingChoice {
  kind: 'each' | 'one';
  /** The file whose columns are shown; null: the first that is uploaded. */
  sampleId: string | null;
  /** The mapping as edited so far; null: the automatic one of the file shown. */
  draft: Mapping | null;
  /** The mapping that serves every file. */
  confirmed: Mapping | null;
}

export const EACH_BY_ITSELF: MappingChoice = { kind: 'each', sampleId: null, draft: null, confirmed: null };

/** What a mapping is in a file: the columns that it has, and the names of those that it lacks. */
export interface Matched {
  fieldMapping: Mapping;
  missing: string[];
}

/** Whether a job has to wait until the mapping for all files is confirmed. */
export function awaitsMapping(job: ImportJob, { kind, confirmed }: MappingChoice): boolean {
  return job.status === 'mapping' && kind === 'one' && confirmed === null;
}

/** The mapping of an upload that nobody was asked about: as its columns were last imported, else by their names. */
export function automaticMapping({ rememberedMapping, suggestedMapping }: Upload): Mapping {
  // An import that creates leads gives them ids of its own.
  return withoutField(rememberedMapping?.fieldMapping ?? suggestedMapping, 'id');
}

/** The mapping that an upload is imported with. */
export function mappingFor(upload: Upload, { kind, confirmed }: MappingChoice): Matched {
  if (kind === 'each' || confirmed === null) return { fieldMapping: automaticMapping(upload), missing: [] };
  return matchMapping(confirmed, upload.columns);
}

/**
 * A mapping in the names of another file's columns, which are the same regardless of case and surrounding blanks. A
 * column that is called exactly as the mapping says comes before one that is like it; each serves once.
 */
export function matchMapping(mapping: Mapping, columns: readonly string[]): Matched {
  const free = new Set(columns);
  const nameOf = new Map<string, string>();
  for (const name of Object.keys(mapping)) if (free.delete(name)) nameOf.set(name, name);
  for (const name of Object.keys(mapping)) {
    if (nameOf.has(name)) continue;
    const like = [...free].find((column) => folded(column) === folded(name));
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

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}

/** An uploaded file of the queue whose import has not begun. */
export type Sample = ImportJob & { upload: Upload };

/** The files whose columns can be shown. */
export function samplesOf(jobs: Jobs): Sample[] {
  return jobs.filter((job): job is Sample => job.status === 'mapping' && job.upload !== null);
}

/** The file whose columns are shown, or null while none is uploaded. */
export function sampleOf(jobs: Jobs, { sampleId }: MappingChoice): Sample | null {
  const samples = samplesOf(jobs);
  return samples.find(({ id }) => id === sampleId) ?? samples[0] ?? null;
}

/** The mapping for all files as it stands, in the columns of the file shown. */
export function draftMapping(upload: Upload, { draft }: MappingChoice): Mapping {
  return draft === null ? automaticMapping(upload) : matchMapping(draft, upload.columns).fieldMapping;
}

/** The choice after the mapping was confirmed in the columns of the file shown; the same one when it maps nothing. */
export function confirmMapping(choice: MappingChoice, upload: Upload): MappingChoice {
  const mapping = draftMapping(upload, choice);
  return mappedCount(mapping) === 0 ? choice : { ...choice, draft: null, confirmed: mapping };
}

/** The choice as it is when its confirmed mapping is to be changed: files that are not begun wait again. */
export function reopenMapping(choice: MappingChoice): MappingChoice {
  return { ...choice, draft: choice.confirmed, confirmed: null };
}
