import { to as copyTo } from 'pg-copy-streams';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/**
 * Reads COPY … TO STDOUT, awaiting each `take`.
 * @param cancel stops the statement if `take` throws
 * @throws the error of `take`, once the connection is drained
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
    // Unread bytes would block the connection forever.
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
