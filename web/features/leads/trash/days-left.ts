import { TRASH_DAYS } from '#contract/limits.ts';

const DAY_MS = 86_400_000;

const FEW_DAYS = 3;

/** Describes the time left in the trash, and whether it ends soon; `now` in epoch milliseconds. */
export function timeInTrash(
  deletedAt: string,
  now = Date.now(),
): { text: string; isSoon: boolean; endsAt: string } {
  const end = Date.parse(deletedAt) + TRASH_DAYS * DAY_MS;
  const days = Math.ceil((end - now) / DAY_MS);
  const text = days < 1 ? 'Any time now' : days === 1 ? '1 day' : `${days} days`;
  return { text, isSoon: days <= FEW_DAYS, endsAt: new Date(end).toISOString() };
}
