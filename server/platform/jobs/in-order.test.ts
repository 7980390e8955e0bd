import { expect, test } from 'vitest';
import { type OrderedWriting, readAhead, writeInOrder } from './in-order.ts';

/** Batches that the test ends one by one, with a log of the writes. */
class Writings {
  readonly log: string[] = [];
  readonly ends = new Map<string, PromiseWithResolvers<void>>();

  writing(changes: Partial<OrderedWriting<string>> = {}): OrderedWriting<string> {
    return {
      areIndependent: () => true,
      write: async (batch, before) => {
        this.log.push(`begin ${batch}`);
        const end = Promise.withResolvers<void>();
        this.ends.set(batch, end);
        await end.promise;
        await before;
        this.log.push(`commit ${batch}`);
      },
      mustPause: async () => false,
      pause: async () => {
        this.log.push('pause');
      },
      ...changes,
    };
  }

  /** Ends a batch, and waits for all that follows from it. */
  async end(batch: string, error?: Error): Promise<void> {
    if (error === undefined) this.ends.get(batch)?.resolve();
    else this.ends.get(batch)?.reject(error);
    await new Promise(setImmediate);
  }
}

async function* items(...all: (string | Error)[]): AsyncGenerator<string> {
  for (const one of all) {
    if (one instanceof Error) throw one;
    yield one;
  }
}

test('two batches are written at a time, and committed in order', async () => {
  const writings = new Writings();
  const all = writeInOrder(items('a', 'b', 'c'), writings.writing());
  await new Promise(setImmediate);
  expect(writings.log).toEqual(['begin a', 'begin b']);
  await writings.end('b');
  expect(writings.log).toEqual(['begin a', 'begin b']);
  await writings.end('a');
  expect(writings.log.toSorted()).toEqual(['begin a', 'begin b', 'begin c', 'commit a', 'commit b']);
  await writings.end('c');
  await all;
  const commits = writings.log.filter((line) => line.startsWith('commit'));
  expect(commits).toEqual(['commit a', 'commit b', 'commit c']);
});

test('a batch that depends on the one before it waits for its commit', async () => {
  const writings = new Writings();
  const all = writeInOrder(items('a', 'b'), writings.writing({ areIndependent: () => false }));
  await new Promise(setImmediate);
  expect(writings.log).toEqual(['begin a']);
  await writings.end('a');
  await writings.end('b');
  await all;
  expect(writings.log).toEqual(['begin a', 'commit a', 'begin b', 'commit b']);
});

test('three at a time where asked for, each after those that matter to it', async () => {
  const writings = new Writings();
  const areIndependent = (earlier: string, later: string) => !(earlier === 'b' && later === 'd');
  const all = writeInOrder(items('a', 'b', 'c', 'd'), writings.writing({ areIndependent }), 3);
  await new Promise(setImmediate);
  expect(writings.log).toEqual(['begin a', 'begin b', 'begin c']);
  await writings.end('c');
  await writings.end('a');
  expect(writings.log).toEqual(['begin a', 'begin b', 'begin c', 'commit a']);
  await writings.end('b');
  expect(writings.log.slice(4).toSorted()).toEqual(['begin d', 'commit b', 'commit c']);
  await writings.end('d');
  await all;
  const commits = writings.log.filter((line) => line.startsWith('commit'));
  expect(commits).toEqual(['commit a', 'commit b', 'commit c', 'commit d']);
});

test('a pause is made when nothing is under way', async () => {
  const writings = new Writings();
  let asked = 0;
  const mustPause = async () => ++asked === 2;
  const all = writeInOrder(items('a', 'b'), writings.writing({ mustPause }));
  await new Promise(setImmediate);
  expect(writings.log).toEqual(['begin a']);
  await writings.end('a');
  await writings.end('b');
  await all;
  expect(writings.log).toEqual(['begin a', 'commit a', 'pause', 'begin b', 'commit b']);
});

test('what fails ends all that comes after it', async () => {
  const writings = new Writings();
  const all = writeInOrder(items('a', 'b', 'c'), writings.writing());
  const ended = expect(all).rejects.toThrow('a is broken');
  await new Promise(setImmediate);
  await writings.end('b');
  await writings.end('a', new Error('a is broken'));
  await ended;
  expect(writings.log).toEqual(['begin a', 'begin b']);
});

test('what was read before the reading broke off is committed', async () => {
  const writings = new Writings();
  const all = writeInOrder(items('a', new Error('cut off')), writings.writing());
  const ended = expect(all).rejects.toThrow('cut off');
  await new Promise(setImmediate);
  await writings.end('a');
  await ended;
  expect(writings.log).toEqual(['begin a', 'commit a']);
});

test('reading ahead changes neither the items nor their end', async () => {
  const read: string[] = [];
  for await (const item of readAhead(items('a', 'b', 'c'))) read.push(item);
  expect(read).toEqual(['a', 'b', 'c']);
  const failing = async () => {
    for await (const item of readAhead(items('d', new Error('cut off')))) read.push(item);
  };
  await expect(failing()).rejects.toThrow('cut off');
  expect(read.at(-1)).toBe('d');
});

test('who stops reading ends the source', async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<number> {
    try {
      for (let at = 0; ; at++) yield at;
    } finally {
      ended = true;
    }
  }
  for await (const item of readAhead(endless())) if (item === 3) break;
  expect(ended).toBe(true);
});
