import { TRASH_DAYS } from '#contract/limits.ts';

const DAY_MS = 86_400_000;

/** Number of days left at which a lead is about to be removed. */
const FEW_DAYS = 3;

/** Returns how long a lead stays in the trash, as text, and whether that is soon over. `now` is in epoch milliseconds. */
export function timeInTrash(
  deletedAt: string,
  now = Date.now(),
): { text: string; isSoon: boolean; endsAt: string } {
  const end = Date.parse(deletedAt) + TRASH_DAYS * DAY_MS;
  const days = Math.ceil((end - now) / DAY_MS);
  const text = days < 1 ? 'Any time now' : days === 1 ? '1 day' : `${days} days`;
  return { text, isSoon: days <= FEW_DAYS, endsAt: new Date(end).toISOString() };
}
