import { useSyncExternalStore } from 'react';
import { formatDateTime } from '../lib/format.ts';

let printedAt = new Date().toISOString();

function subscribe(listener: () => void): () => void {
  const media = matchMedia('print');
  const onChange = () => {
    printedAt = new Date().toISOString();
    listener();
  };
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Tells on paper when it was printed; invisible on screens. */
export function PrintedAt() {
  const time = useSyncExternalStore(subscribe, () => printedAt);
  return <p className="hidden text-12 text-muted print:block">Printed {formatDateTime(time)}</p>;
}
