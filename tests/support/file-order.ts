import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.ts';

/**
 * Starts the files of `LONG_FILES` first, so that no long one is left running alone at the end. Vitest orders the others:
 * by their size in a fresh clone, where it has no durations of an earlier run.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    return longFirst(await super.sort(files), ({ moduleId }) => relative(root, moduleId));
  }
}

/** Returns the items whose path is in `LONG_FILES` in the order of that list, then the others as they were. */
export function longFirst<Item>(items: readonly Item[], pathOf: (item: Item) => string): Item[] {
  const place = (item: Item): number => {
    const index = LONG_FILES.indexOf(pathOf(item));
    return index === -1 ? LONG_FILES.length : index;
  };
  return items.toSorted((a, b) => place(a) - place(b));
}
