import { expect, test } from 'vitest';
import { startThreads } from '../../platform/jobs/threads.ts';
import { frequentStrings, TEXT_END } from './frequent-strings.ts';
import { miningIn } from './mining-thread.ts';

test('strings are mined in a thread as they are here', async () => {
  const texts = () =>
    new TextEncoder().encode(
      ['anna\na@mail.test', 'hanna\nh@mail.test'].map((text) => text + TEXT_END).join(''),
    );
  const threads = startThreads('postgres://nobody@localhost:1/none');
  try {
    expect(await miningIn(threads)(texts(), 2)).toBe(await frequentStrings(texts(), 2));
  } finally {
    await threads.close();
  }
});
