import { describe, expect, it } from 'vitest';
import type { OpenedDraft } from '#contract/import-drafts.ts';
import type { Upload } from '#contract/uploads.ts';
import { draftFor, draftPlan, mapColumn } from './plan/draft.ts';
import { noStats } from './results/import-progress.ts';
import {
  beginWizard,
  EMPTY_WIZARD,
  isImportRunning,
  rebaseDraft,
  type Wizard,
  type WizardAction,
  wizardReducer,
} from './wizard.ts';

const importId = '0199c0de-0000-7000-8000-000000000001';
const upload: Upload = {
  uploadId: importId,
  filename: 'leads.csv',
  size: 1000,
  kind: 'csv',
  delimiter: ',',
  encoding: 'utf-8',
  sheets: [],
  sheet: null,
  headerRow: 1,
  firstRows: [],
  columns: ['Mail', 'Town'],
  preview: [],
  totalRows: 10,
  suggestedMapping: { Mail: 'email' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
};
const file = { name: 'leads.csv', size: 1000 };
const reach = (...actions: WizardAction[]): Wizard => actions.reduce(wizardReducer, EMPTY_WIZARD);
const CHOSEN: WizardAction = { type: 'fileChosen', file };
const READY: WizardAction[] = [CHOSEN, { type: 'uploaded', upload }];
const MAPPED: WizardAction[] = [
  ...READY,
  { type: 'next' },
  { type: 'edited', change: (draft) => mapColumn(draft, 'Town', 'city') },
];
const STARTED: WizardAction[] = [...MAPPED, { type: 'started', at: 0 }];
const stats = { ...noStats(10), imported: 10 };
const progress: WizardAction = {
  type: 'event',
  event: { type: 'progress', importId, progress: 50, ...noStats(10), imported: 5 },
  at: 1000,
};
const complete: WizardAction = { type: 'event', event: { type: 'complete', importId, stats }, at: 2000 };
const mapping = { Mail: 'email', Town: 'city' };

const time = '2026-03-01T12:00:00.000Z';
const opened: OpenedDraft = {
  uploadId: importId,
  filename: 'leads.csv',
  totalRows: 10,
  step: 'map',
  revision: 3,
  createdBy: 'ada',
  createdAt: time,
  changedBy: 'ada',
  changedAt: time,
  expiresAt: time,
  plan: draftPlan(mapColumn(draftFor(upload), 'Town', 'city')),
  upload,
};

describe('the beginning', () => {
  it('is empty, or the step at which a draft was left, with its mapping', () => {
    expect(beginWizard(undefined)).toBe(EMPTY_WIZARD);
    const begun = beginWizard(opened);
    expect(begun).toMatchObject({ step: 'map', upload, draft: { mapping } });
    expect(wizardReducer(begun, { type: 'back' })).toMatchObject({ step: 'upload', phase: 'ready', upload });
    expect(beginWizard({ ...opened, step: 'upload' })).toMatchObject({ phase: 'ready', draft: { mapping } });
  });
});

describe('another state of the draft', () => {
  const other = { ...opened, upload: { ...upload, columns: ['Town'] }, step: 'upload' as const };

  it('is shown at the current step', () => {
    const shown = wizardReducer(reach(...READY, { type: 'next' }), { type: 'reopened', draft: other });
    expect(shown).toMatchObject({ step: 'map', upload: { columns: ['Town'] }, draft: { mapping } });
    expect(wizardReducer(reach(...READY), { type: 'reopened', draft: other })).toMatchObject({
      step: 'upload',
      phase: 'ready',
      draft: { mapping },
    });
  });

  it('changes no import that runs, and no other file', () => {
    for (const wizard of [reach(...STARTED), reach(CHOSEN), EMPTY_WIZARD]) {
      expect(wizardReducer(wizard, { type: 'reopened', draft: other })).toBe(wizard);
    }
  });
});

describe('upload', () => {
  it('sends, counting bytes that never fall, then is ready', () => {
    const sending = reach(CHOSEN, { type: 'sent', bytes: 400 }, { type: 'sent', bytes: 300 });
    expect(sending).toEqual({ step: 'upload', phase: 'sending', file, sent: 400 });
    expect(reach(...READY)).toMatchObject({ phase: 'ready', upload, draft: { mapping: { Mail: 'email' } } });
  });

  it('clears the file and keeps the reason when it fails; a new choice clears the reason', () => {
    const failed = reach(CHOSEN, { type: 'uploadFailed', reason: 'Encrypted' });
    expect(failed).toEqual({ step: 'upload', phase: 'empty', failure: 'Encrypted' });
    expect(wizardReducer(failed, { type: 'fileChosen', file })).toMatchObject({ phase: 'sending' });
  });

  it('goes on only with a file that is ready, and removing it begins again', () => {
    expect(reach({ type: 'next' })).toBe(EMPTY_WIZARD);
    expect(reach(CHOSEN, { type: 'next' })).toMatchObject({ phase: 'sending' });
    expect(reach(...READY, { type: 'next' })).toMatchObject({ step: 'map' });
    expect(reach(...READY, { type: 'fileRemoved' })).toBe(EMPTY_WIZARD);
  });

  it('takes no late word about a file that was removed', () => {
    expect(reach(CHOSEN, { type: 'fileRemoved' }, { type: 'uploaded', upload })).toBe(EMPTY_WIZARD);
  });
});

describe('another way to read the file', () => {
  const book: Upload = { ...upload, kind: 'xlsx', sheets: ['May', 'June'], sheet: 'May' };
  const june: Upload = { ...book, sheet: 'June', columns: ['Town'], suggestedMapping: { Town: 'city' } };
  const CHOOSING: WizardAction[] = [
    CHOSEN,
    { type: 'uploaded', upload: book },
    { type: 'readingChosen', reading: { sheet: 'June' } },
  ];

  it('is read when it is chosen, and only then gone on with', () => {
    expect(reach(...CHOOSING, { type: 'next' })).toMatchObject({
      phase: 'ready',
      reading: { sheet: 'June' },
      upload: book,
    });
    const read = reach(...CHOOSING, { type: 'readAgain', upload: june });
    expect(read).toMatchObject({ phase: 'ready', reading: null, upload: june });
    expect(wizardReducer(read, { type: 'next' })).toMatchObject({
      step: 'map',
      draft: { mapping: { Town: 'city' }, sheet: 'June' },
    });
  });

  it('stays when the file could not be read that way, and hears nothing late', () => {
    expect(reach(...CHOOSING, { type: 'readingFailed' })).toMatchObject({ reading: null, upload: book });
    const late: WizardAction = { type: 'readAgain', upload: { ...june, uploadId: 'another' } };
    expect(reach(...CHOOSING, late)).toMatchObject({ reading: { sheet: 'June' }, upload: book });
    const removed = reach(...CHOOSING, { type: 'fileRemoved' }, { type: 'readAgain', upload: june });
    expect(removed).toBe(EMPTY_WIZARD);
  });

  it('keeps the mapping of the columns that still exist, from the mapping step too', () => {
    const reading = { headerRow: 2 };
    const again: Upload = {
      ...{ ...upload, headerRow: 2, columns: ['Town', 'Email', 'Tel'] },
      suggestedMapping: { Email: 'email', Tel: 'phone' },
    };
    const busy = reach(...MAPPED, { type: 'readingChosen', reading });
    expect(busy).toMatchObject({ step: 'map', reading, upload });
    expect(wizardReducer(busy, { type: 'started', at: 0 })).toBe(busy);
    const read = wizardReducer(busy, { type: 'readAgain', upload: again });
    expect(read).toEqual({
      step: 'map',
      upload: again,
      draft: expect.objectContaining({
        mapping: { Town: 'city', Email: 'email', Tel: 'phone' },
        headerRow: 2,
      }),
    });
    expect(wizardReducer(busy, { type: 'readingFailed' })).not.toHaveProperty('reading');
  });
});

describe('mapping', () => {
  it('is kept over Back and Next', () => {
    const back = reach(...MAPPED, { type: 'back' });
    expect(back).toMatchObject({ step: 'upload', phase: 'ready', draft: { mapping } });
    expect(wizardReducer(back, { type: 'next' })).toMatchObject({ step: 'map', draft: { mapping } });
  });

  it('begins anew with another file', () => {
    const again = reach(...MAPPED, { type: 'back' }, { type: 'fileRemoved' }, ...READY, { type: 'next' });
    expect(again).toMatchObject({ draft: { mapping: { Mail: 'email' } } });
  });
});

describe('import', () => {
  it('is uploading, processing, completed', () => {
    expect(reach(...STARTED)).toMatchObject({ step: 'import', phase: 'uploading', progress: { percent: 0 } });
    expect(isImportRunning(reach(...STARTED))).toBe(true);
    expect(reach(...STARTED, progress)).toMatchObject({ phase: 'processing', progress: { percent: 50 } });
    expect(reach(...STARTED, progress, complete)).toMatchObject({
      phase: 'completed',
      progress: { percent: 100, stats },
    });
  });

  it('fails with the reason, by the stream or the connection, and goes back with the mapping', () => {
    const told = reach(...STARTED, progress, {
      type: 'event',
      event: { type: 'error', message: 'Full' },
      at: 1,
    });
    expect(told).toMatchObject({ phase: 'error', reason: 'Full', progress: { stats: { imported: 5 } } });
    const lost = reach(...STARTED, { type: 'importFailed', reason: 'Lost' });
    expect(lost).toMatchObject({ phase: 'error', reason: 'Lost' });
    expect(wizardReducer(lost, { type: 'back' })).toMatchObject({ step: 'map', draft: { mapping } });
  });

  it('is cancelled without having failed, keeps its counters, and goes back with the mapping', () => {
    const event = { type: 'error', importId, message: 'Canceled', cancelled: true } as const;
    const ended = reach(...STARTED, progress, { type: 'event', event, at: 2000 });
    expect(ended).toMatchObject({ phase: 'cancelled', progress: { percent: 50, stats: { imported: 5 } } });
    expect(ended).not.toHaveProperty('reason');
    expect(isImportRunning(ended)).toBe(false);
    expect(wizardReducer(ended, { type: 'importFailed', reason: 'Late' })).toBe(ended);
    expect(wizardReducer(ended, { type: 'back' })).toMatchObject({ step: 'map', draft: { mapping } });
  });

  it('cannot be left by Back while it runs or once it is done, nor fail after that', () => {
    const done = reach(...STARTED, complete);
    expect(wizardReducer(done, { type: 'back' })).toBe(done);
    expect(wizardReducer(done, { type: 'importFailed', reason: 'Late' })).toBe(done);
    const running = reach(...STARTED);
    expect(wizardReducer(running, { type: 'back' })).toBe(running);
  });

  it('New Import resets to the first step', () => {
    expect(reach(...STARTED, complete, { type: 'newImport' })).toBe(EMPTY_WIZARD);
  });
});

const sampleUpload: Upload = {
  uploadId: '0199c0de-0000-7000-8000-000000000001',
  filename: 'leads.csv',
  size: 1000,
  kind: 'csv',
  delimiter: ',',
  encoding: 'utf-8',
  sheets: [],
  sheet: null,
  headerRow: 1,
  firstRows: [],
  columns: ['Mail', 'Town', 'Stage'],
  preview: [],
  totalRows: 10,
  suggestedMapping: { Mail: 'email', Town: 'city', Stage: 'status' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
};
const other: Upload = {
  ...sampleUpload,
  headerRow: 2,
  columns: ['Mail', 'City', 'Stage', 'Mobile'],
  suggestedMapping: { Mail: 'email', City: 'city', Stage: 'status', Mobile: 'phone' },
};
const fillTown = { tool: 'default', column: 'Town', value: 'Rome' } as const;
const fillStage = { tool: 'default', column: 'Stage', value: 'new' } as const;

it('takes the suggestions of the new reading while nothing was chosen', () => {
  expect(rebaseDraft({ ...draftFor(sampleUpload), tagsText: 'vip' }, sampleUpload, other)).toEqual({
    ...draftFor(other),
    tagsText: 'vip',
  });
});

it('keeps fields, tools and values of columns that are still there', () => {
  const draft = {
    ...draftFor(sampleUpload),
    mapping: { Mail: 'email', Town: 'city', Stage: 'source' },
    columnTools: [fillTown, fillStage],
    valueMaps: { Town: { roma: 'Rome' }, Stage: { hot: 'qualified' } },
  };
  expect(rebaseDraft(draft, sampleUpload, other)).toMatchObject({
    headerRow: 2,
    mapping: { Mail: 'email', Stage: 'source', City: 'city', Mobile: 'phone' },
    columnTools: [fillStage],
    valueMaps: { Stage: { hot: 'qualified' } },
  });
});

it('feeds no field twice', () => {
  const draft = { ...draftFor(sampleUpload), mapping: { Mail: 'phone' } };
  expect(rebaseDraft(draft, sampleUpload, other).mapping).toEqual({ Mail: 'phone', City: 'city' });
});
