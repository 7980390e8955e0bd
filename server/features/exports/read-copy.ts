import { to as copyTo } from 'pg-copy-streams';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/**
 * Runs a COPY … TO STDOUT and passes its bytes on, waiting for each `take` before reading more.
 * @param cancel stops the statement; called when `take` throws
 * @throws the error of `take`, after the connection has been drained
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
    // The stream must outlive the loop: unread bytes would block the connection forever.
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
