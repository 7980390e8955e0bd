import type { ReactNode } from 'react';

export interface PhoneRow {
  key: string;
  name: ReactNode;
  /** Below the name. */
  line: string;
  /** On the right. */
  value: ReactNode;
}

/** Replaces a table on phones. */
export function PhoneList({ label, rows }: { label: string; rows: readonly PhoneRow[] }) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {rows.map(({ key, name, line, value }) => (
        <li
          key={key}
          className="relative border-b border-line px-5 py-2 text-13 last:border-b-0 [&_a]:after:absolute [&_a]:after:inset-0"
        >
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate font-medium">{name}</span>
            <span className="shrink-0 tabular-nums">{value}</span>
          </div>
          <p className="text-muted tabular-nums">{line}</p>
        </li>
      ))}
    </ul>
  );
}
