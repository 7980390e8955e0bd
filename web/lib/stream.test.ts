import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkImport } from '#contract/import-dry-run.ts';
import { undoGridStep } from '#contract/import-fixing.ts';
import { importStream } from '#contract/imports.ts';
import { follow, followCall, parseEventStream } from './stream.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

afterEach(() => vi.unstubAllGlobals());

describe('parseEventStream', () => {
  const text = 'data: {"name":"Zoë 🌍"}\n\n: a comment\ndata:{"n":2}\r\n\ndata: {"last":true}';

  it.each([1, 2, 3, 7, 1000])('reads the lines whole when they come in pieces of %i bytes', async (size) => {
    expect(await collect(parseEventStream(inPieces(text, size)))).toEqual([
      { name: 'Zoë 🌍' },
      { n: 2 },
      { last: true },
    ]);
  });

  it('yields nothing for an empty stream', async () => {
    expect(await collect(parseEventStream(inPieces('', 1)))).toEqual([]);
  });
});

describe('follow', () => {
  it('yields the events of the contract', async () => {
    vi.stubGlobal('fetch', async () => new Response('data: {"type":"error","message":"No"}\n\n'));
    expect(await collect(follow(importStream, new FormData()))).toEqual([{ type: 'error', message: 'No' }]);
  });

  it('refuses an event that the contract does not know', async () => {
    vi.stubGlobal('fetch', async () => new Response('data: {"type":"surprise"}\n\n'));
    await expect(collect(follow(importStream, new FormData()))).rejects.toThrow();
  });

  it('raises an answer that is no success', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"message":"Too large"}', { status: 413 }));
    await expect(collect(follow(importStream, new FormData()))).rejects.toThrow(
      '413: {"message":"Too large"}',
    );
  });
});

describe('followCall', () => {
  it('puts parameters into the path and sends no body where there is none', async () => {
    const sent: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push([url, init]);
      return new Response('data: {"type":"progress","progress":40}\n\n');
    });
    const params = { uploadId: '0192c1a5-7b00-7000-8000-000000000001' };
    expect(await collect(followCall(undoGridStep, { params }))).toEqual([{ type: 'progress', progress: 40 }]);
    expect(sent[0]?.[0]).toBe(`/api/import-grids/${params.uploadId}/undo`);
    expect(sent[0]?.[1]).not.toHaveProperty('body');
    expect(sent[0]?.[1]).not.toHaveProperty('headers');
  });

  const body = { uploadId: '0192c1a5-7b00-7000-8000-000000000001', fieldMapping: { Mail: 'email' } };

  it('sends JSON and yields the events of the contract', async () => {
    const sent: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push([url, init]);
      return new Response('data: {"type":"error","message":"No"}\n\n');
    });
    expect(await collect(followCall(checkImport, { body }))).toEqual([{ type: 'error', message: 'No' }]);
    expect(sent).toMatchObject([
      [
        '/api/imports/check',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      ],
    ]);
  });
});
