import { ArrowRight } from 'lucide-react';
import { targetLabel } from '#contract/lead-fields.ts';
import type { Mapping } from '../plan/mapping.ts';

/** Columns used by an import, with their lead fields. */
export function UsedMapping({ mapping }: { mapping: Mapping }) {
  const fed = Object.entries(mapping);
  if (fed.length === 0) return null;
  return (
    <section aria-label="Mapping">
      <h3 className="mb-2 text-14 font-semibold">Mapping</h3>
      <dl className="rounded-card border border-line text-13">
        {fed.map(([column, target]) => (
          <div
            key={column}
            className="grid grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)] items-center gap-3 border-t border-line px-3 py-2 first:border-t-0"
          >
            <dt className="truncate text-muted" title={column}>
              {column}
            </dt>
            <dd className="contents">
              <ArrowRight className="size-4 text-muted" aria-hidden />
              <span className="truncate font-medium">{targetLabel(target)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
