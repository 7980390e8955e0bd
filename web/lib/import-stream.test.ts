import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportEvent, ImportRecord } from '#contract/imports.ts';
import { StreamLost, streamImport } from './import-stream.ts';

const importId = '0199c0de-0000-7000-8000-000000000001';
const stats = {
  totalRows: 10,
  imported: 4,
  duplicates: 3,
  errors: 2,
  updated: 0,
  skipped: 1,
  suppressed: 0,
  invalidPhones: 1,
};
const progress: ImportEvent = { type: 'progress', importId, progress: 40, ...stats };
const complete: ImportEvent = { type: 'complete', importId, stats };
const record: ImportRecord = {
  ...stats,
  id: importId,
  filename: 'leads.csv',
  status: 'completed',
  unprocessed: 0,
  duration: '1m 12s',
  failure: null,
  createdBy: 'ann',
  createdAt: '2030-01-01T00:00:00.000Z',
  problems: 1,
  unimportedColumnCount: 0,
  isCorrection: false,
  firstUnimportedColumns: [],
  undo: null,
  merge: null,
};

const bytes = (text: string) => new TextEncoder().encode(text);
const line = (event: object, end = '\n') => `data: ${JSON.stringify(event)}${end}${end}`;

function streamOf(chunks: Uint8Array[], broken = false): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk) controller.enqueue(chunk);
      else if (broken) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
}

/** Stubs fetch with answers in order, the import's first; server probes succeed. */
function server(...answers: (Response | Error)[]) {
  const fetched = vi.fn(async (_url: string) => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error('No answer is left');
  });
  vi.stubGlobal('fetch', async (url: string) => (url === '/readyz' ? new Response() : fetched(url)));
  return fetched;
}

const streaming = (...texts: string[]) => new Response(streamOf(texts.map(bytes)));
const breaking = (...texts: string[]) => new Response(streamOf(texts.map(bytes), true));
const history = (...records: ImportRecord[]) => Response.json(records);

/** Follows the import to its end with fake timers; returns its events and error. */
async function followed(): Promise<{ events: ImportEvent[]; error: unknown }> {
  const events: ImportEvent[] = [];
  const reading = (async () => {
    for await (const event of streamImport(new FormData())) events.push(event);
  })().then(
    () => null,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return { events, error: await reading };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the stream', () => {
  it('yields the events in order and stops at the end of the import', async () => {
    server(streaming(line(progress), line(complete), line(progress)));
    await expect(followed()).resolves.toEqual({ events: [progress, complete], error: null });
  });

  it('is read however the chunks cut it, within a line end or a character too', async () => {
    const failed: ImportEvent = { type: 'error', importId, message: 'Größe über 100 MB – naïve 🧾' };
    const whole = bytes([progress, failed].map((event) => line(event, '\r\n')).join(''));
    const cutting = fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cutting, async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const chunks = at.slice(1).map((end, index) => whole.slice(at[index], end));
        server(new Response(streamOf(chunks.filter((chunk) => chunk.length > 0))));
        expect(await followed()).toEqual({ events: [progress, failed], error: null });
      }),
      { numRuns: 60 },
    );
  });

  it('passes over comments and blank lines, and needs no space after the colon', async () => {
    server(streaming(': alive\n\n\n', `data:${JSON.stringify(complete)}`));
    await expect(followed()).resolves.toEqual({ events: [complete], error: null });
  });

  it('that is refused throws the error', async () => {
    server(Response.json({ message: 'No such upload', requestId: 'r1' }, { status: 404 }));
    const { error } = await followed();
    expect(error).toMatchObject({ name: 'ApiError', status: 404, serverMessage: 'No such upload' });
  });

  it('that ends or breaks before the import has an id is lost', async () => {
    const fetched = server(streaming(': alive\n\n'));
    expect((await followed()).error).toBeInstanceOf(StreamLost);
    expect(fetched).toHaveBeenCalledTimes(1);
    server(new TypeError('Failed to fetch'));
    expect((await followed()).error).toBeInstanceOf(StreamLost);
    server(streaming('data: {"type":"prog'));
    expect((await followed()).error).toBeInstanceOf(StreamLost);
  });
});

describe('an import that outlives its stream', () => {
  it('is told from the history until it is complete', async () => {
    const running: ImportRecord = { ...record, status: 'processing', imported: 1, errors: 0, skipped: 0 };
    server(breaking(line(progress)), new TypeError('Failed to fetch'), history(running), history(record));
    const { events, error } = await followed();
    expect(error).toBeNull();
    expect(events).toEqual([
      progress,
      expect.objectContaining({ type: 'progress', progress: 40 }),
      expect.objectContaining({ type: 'progress', progress: 100 }),
      complete,
    ]);
  });

  it('is told from the history with its last counters when it was cancelled', async () => {
    const cancelled: ImportRecord = { ...record, status: 'cancelled', imported: 2, unprocessed: 2 };
    server(breaking(line(progress)), history(cancelled));
    const { events } = await followed();
    expect(events.slice(1)).toEqual([
      { ...progress, progress: 80, imported: 2 },
      {
        type: 'error',
        importId,
        message: "The import was canceled: 2 of 10 rows weren't processed",
        cancelled: true,
      },
    ]);
  });

  it('is told from the history too when the stream ends without a word', async () => {
    server(streaming(line(progress)), history({ ...record, status: 'failed', failure: 'The disk is full' }));
    const { events } = await followed();
    expect(events.at(-1)).toEqual({ type: 'error', importId, message: 'The disk is full' });
  });

  it('is given up when the history cannot be had for a minute, and at once when one is signed out', async () => {
    const fetched = server(breaking(line(progress)));
    expect((await followed()).error).toBeInstanceOf(StreamLost);
    expect(fetched).toHaveBeenCalledTimes(31);
    server(breaking(line(progress)), new Response('', { status: 401 }));
    expect((await followed()).error).toMatchObject({ name: 'ApiError', status: 401 });
  });
});
