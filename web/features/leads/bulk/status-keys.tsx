import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { leadStatusesQuery, statusLabel } from '../../../lib/lead-statuses.ts';
import { Kbd } from '../../../ui/kbd.tsx';

/** One per digit. */
const KEYS_MAX = 9;

/** Offers the first statuses by the keys 1 to 9. */
export function StatusKeys({ onChoose }: { onChoose: (status: string) => void }) {
  const { data } = useQuery(leadStatusesQuery);
  const statuses = (data ?? []).slice(0, KEYS_MAX).map(({ name }) => name);
  const choose = useEffectEvent((key: string) => {
    const status = statuses[Number(key) - 1];
    if (status !== undefined) onChoose(status);
    return status !== undefined;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const types = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!/^[1-9]$/.test(key) || ctrlKey || metaKey || altKey || types) return;
      if (choose(key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <ul aria-label="Set at once" className="mt-3 flex flex-wrap gap-1.5">
      {statuses.map((status, index) => (
        <li key={status}>
          <button
            type="button"
            aria-keyshortcuts={String(index + 1)}
            onClick={() => onChoose(status)}
            className="flex h-8 items-center gap-2 rounded-control border border-line px-2 text-13 hover:bg-hover max-md:h-11"
          >
            <Kbd>{index + 1}</Kbd>
            {statusLabel(status)}
          </button>
        </li>
      ))}
    </ul>
  );
}
