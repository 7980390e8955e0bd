import { describe, expect, it } from 'vitest';
import type { DryRunResult, ImportCheckEvent } from '#contract/import-dry-run.ts';
import { importPlan } from '#contract/imports.ts';
import { type DryRun, type DryRunAction, dryRunReducer, RESTING } from './use-dry-run.ts';

const plan = importPlan.parse({ fieldMapping: { Mail: 'email' } });
const resultAt = (checked: number): DryRunResult => ({
  totalRows: 1000,
  checked,
  imported: checked,
  updated: 0,
  duplicatesInFile: 0,
  duplicatesInDatabase: 0,
  skipped: 0,
  suppressed: 0,
  errors: 0,
  warnings: 0,
  validPhones: 0,
  invalidPhones: 0,
  withoutPhone: checked,
  emailsToDrop: 0,
  localPhones: 0,
  countrySuggestions: [],
});
const started: DryRunAction = { type: 'started', at: 0 };
const told = (event: ImportCheckEvent, at = 1000): DryRunAction => ({ type: 'event', event, plan, at });
const progress = (checked: number, at?: number) =>
  told({ type: 'progress', progress: checked / 10, ...resultAt(checked) }, at);
const complete = told({ type: 'complete', forecast: resultAt(1000) });
const checkAfter = (...actions: DryRunAction[]): DryRun => actions.reduce(dryRunReducer, RESTING);

describe('dryRunReducer', () => {
  it('counts while it runs, with rate and percent', () => {
    expect(checkAfter(started, progress(200))).toMatchObject({
      phase: 'running',
      percent: 20,
      pace: { rate: 200 },
      counts: { result: { checked: 200 }, whole: false },
    });
  });

  it('never shows less than it has', () => {
    expect(checkAfter(started, progress(200), progress(100, 2000))).toMatchObject({ percent: 20 });
  });

  it('ends with counts of the whole file and the plan they belong to', () => {
    const check = checkAfter(started, progress(200), complete);
    expect(check).toMatchObject({ phase: 'complete', counts: { result: { checked: 1000 }, whole: true } });
    expect(check.counts?.plan).toBe(plan);
  });

  it.each<DryRunAction>([
    { type: 'left' },
    { type: 'stopped' },
    { type: 'failed', reason: 'No' },
    told({ type: 'error', message: 'No' }),
  ])('keeps no counts of a part of the file ($type)', (end) => {
    expect(checkAfter(started, progress(200), end).counts).toBeNull();
  });

  it('keeps the counts of the whole file until a new check has counted', () => {
    const again = checkAfter(started, complete, { type: 'left' }, started);
    expect(again.counts?.result.checked).toBe(1000);
    expect(dryRunReducer(again, progress(100)).counts?.result.checked).toBe(100);
  });

  it('names the reason of a failure', () => {
    expect(checkAfter(started, told({ type: 'error', message: 'Damaged' }))).toMatchObject({
      phase: 'failed',
      reason: 'Damaged',
    });
    expect(checkAfter(started, { type: 'failed', reason: 'Gone' })).toMatchObject({
      phase: 'failed',
      reason: 'Gone',
    });
  });

  it('takes no late word of a check that is over', () => {
    expect(checkAfter(started, { type: 'stopped' }, progress(900))).toEqual({
      phase: 'stopped',
      counts: null,
    });
    expect(checkAfter(started, { type: 'left' }, complete)).toEqual(RESTING);
    expect(checkAfter(started, complete, { type: 'failed', reason: 'End of the stream' }).phase).toBe(
      'complete',
    );
  });
});
