import { expect, it } from 'vitest';
import { createRowLoader } from './row-loader.ts';

interface Row {
  row: number;
  text: string;
}

interface Asked {
  numbers: readonly number[];
  signal: AbortSignal;
  answer: (text: string) => Promise<void>;
  refuse: (error: unknown) => Promise<void>;
}

/** Creates a loader whose requests the test answers. */
function stage(keep?: number) {
  const asked: Asked[] = [];
  const loader = createRowLoader<Row>({
    fetchRows(numbers, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
      const settled = () => new Promise<void>((done) => setTimeout(done));
      asked.push({
        numbers,
        signal,
        async answer(text) {
          resolve(numbers.map((row) => ({ row, text })));
          await settled();
        },
        async refuse(error) {
          reject(error);
          await settled();
        },
      });
      return promise;
    },
    ...(keep !== undefined && { keep }),
  });
  return { asked, loader, text: (row: number) => loader.get(row)?.text };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, step) => from + step);

it('asks for what is missing alone, a hundred rows at a time', async () => {
  const { asked, loader, text } = stage();
  loader.show(range(2, 150));
  expect(asked.map(({ numbers }) => numbers.length)).toEqual([100, 50]);
  await asked[0]?.answer('a');
  expect([text(2), text(102)]).toEqual(['a', undefined]);
  loader.show(range(2, 160));
  expect(asked.map(({ numbers }) => numbers.length)).toEqual([100, 50, 10]);
});

it('finds each row by its own number when replies arrive out of order', async () => {
  const { asked, loader, text } = stage();
  loader.show([5]);
  loader.show([5, 900]);
  await asked[1]?.answer('second');
  await asked[0]?.answer('first');
  expect([text(5), text(900)]).toEqual(['first', 'second']);
});

it('gives up rows that are out of view', async () => {
  const { asked, loader, text } = stage();
  loader.show([5]);
  loader.show([900]);
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.answer('late');
  expect(text(5)).toBeUndefined();
  loader.show([5]);
  expect(asked).toHaveLength(3);
});

it("does not let an older reply replace an edit's", async () => {
  const { asked, loader, text } = stage();
  loader.show([5, 6]);
  loader.put([{ row: 5, text: 'edited' }]);
  await asked[0]?.answer('old');
  expect([text(5), text(6)]).toEqual(['edited', 'old']);
});

it('keeps outdated rows until the new ones arrive', async () => {
  const { asked, loader, text } = stage();
  loader.show([5, 6]);
  await asked[0]?.answer('old');
  loader.refresh([6]);
  expect(asked[1]?.numbers).toEqual([6]);
  expect(text(6)).toBe('old');
  await asked[1]?.answer('new');
  expect([text(5), text(6)]).toEqual(['old', 'new']);
  loader.refresh();
  expect(asked[2]?.numbers).toEqual([5, 6]);
});

it('asks again for a row that changed while it was loading', async () => {
  const { asked, loader, text } = stage();
  loader.show([5]);
  loader.refresh([5]);
  expect(asked).toHaveLength(2);
  await asked[0]?.answer('old');
  expect(text(5)).toBeUndefined();
  await asked[1]?.answer('new');
  expect(text(5)).toBe('new');
});

it('stops after a failure until it is retried', async () => {
  const { asked, loader, text } = stage();
  loader.show([5]);
  await asked[0]?.refuse(new Error('offline'));
  expect(loader.failure()).toBeInstanceOf(Error);
  loader.show([5, 6]);
  expect(asked).toHaveLength(1);
  loader.retry();
  expect(asked[1]?.numbers).toEqual([5, 6]);
  await asked[1]?.answer('back');
  expect([loader.failure(), text(6)]).toEqual([null, 'back']);
});

it('forgets the rows that were used least recently, never those in view', async () => {
  const { asked, loader, text } = stage(3);
  loader.show([1, 2]);
  await asked[0]?.answer('a');
  loader.show([3, 4]);
  await asked[1]?.answer('b');
  expect([1, 2, 3, 4].map(text)).toEqual([undefined, 'a', 'b', 'b']);
});

it('tells its listeners of every change', async () => {
  const { asked, loader } = stage();
  let told = 0;
  const stop = loader.subscribe(() => {
    told += 1;
  });
  loader.show([5]);
  await asked[0]?.answer('a');
  loader.put([{ row: 5, text: 'b' }]);
  expect([told, loader.version()]).toEqual([2, 2]);
  stop();
  loader.put([{ row: 5, text: 'c' }]);
  expect(told).toBe(2);
});
