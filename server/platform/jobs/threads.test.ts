import { expect, test } from 'vitest';
import { frequentStrings, TEXT_END } from '../../lead/index/frequent-strings.ts';
import { startThreads } from './threads.ts';

test('strings are mined in a thread as they are here', async () => {
  const texts = () =>
    new TextEncoder().encode(
      ['anna\na@mail.test', 'hanna\nh@mail.test'].map((text) => text + TEXT_END).join(''),
    );
  const threads = startThreads('postgres://nobody@localhost:1/none');
  try {
    expect(await threads.frequentStrings(texts(), 2)).toBe(await frequentStrings(texts(), 2));
  } finally {
    await threads.close();
  }
});
