import { useSyncExternalStore } from 'react';
import { LANGUAGE } from './format-number.ts';

const FORMAT = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

let printedAt = Date.now();

function subscribe(listener: () => void): () => void {
  const media = matchMedia('print');
  const onChange = () => {
    printedAt = Date.now();
    listener();
  };
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Print time, visible only on paper. */
export function PrintedAt() {
  const time = useSyncExternalStore(subscribe, () => printedAt);
  return <p className="hidden text-12 text-muted print:block">Printed {FORMAT.format(time)}</p>;
}
