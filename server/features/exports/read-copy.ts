import { to as copyTo } from 'pg-copy-streams';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/**
 * Runs a COPY … TO STDOUT and hands on its bytes, the next when the last were taken.
 * @param cancel ends the statement; called when the bytes are not taken any more
 * @throws what `take` throws, once the connection has no more of them to give
 */
export async function readCopy(
  tx: TenantTransaction,
  statement: string,
  { take, cancel }: { take: (bytes: Buffer) => Promise<void>; cancel: () => void },
): Promise<void> {
  const copy = tx.client.query(copyTo(statement));
  const ended = new Promise<void>((resolve) => {
    copy.once('end', resolve).once('error', () => resolve());
  });
  try {
    // The stream outlives the loop: bytes that are under way would otherwise block the connection for ever.
    for await (const bytes of copy.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      await take(bytes);
    }
  } catch (error) {
    cancel();
    copy.resume();
    await ended;
    throw error;
  }
}
