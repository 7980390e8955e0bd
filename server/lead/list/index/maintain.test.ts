import { expect, test } from 'vitest';
import { EMBEDDED_CONNECTIONS, sharesOf } from '../../../platform/db/connection-shares.ts';
import { startThreads } from '../../../platform/jobs/threads.ts';
import { indexingIn } from './maintain.ts';
import { indexSubstrings, TEXT_END } from './substrings.ts';

test('substrings are indexed in a thread as they are here', async () => {
  const texts = ['anna\na@mail.test', 'hanna\nh@mail.test'].map((text) => text + TEXT_END).join('');
  const threads = startThreads({
    urls: { app: 'postgres://nobody@localhost:1/none', owner: 'postgres://nobody@localhost:1/none' },
    shares: sharesOf(EMBEDDED_CONNECTIONS),
  });
  try {
    expect(await indexingIn(threads)(texts, 2)).toEqual(await indexSubstrings(texts, 2));
  } finally {
    await threads.close();
  }
});
