import { formatCount } from '../../../lib/format.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Names columns that were not imported; nothing without any. */
export function UnimportedNotice({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null;
  const were = columns.length === 1 ? "wasn't" : "weren't";
  return (
    <Notice tone="caution" title={`${formatCount(columns.length, 'column')} ${were} imported`}>
      <ul aria-label="Columns not imported" className="mt-1.5 flex flex-wrap gap-1.5">
        {columns.map((column) => (
          <li
            key={column}
            className="max-w-full truncate rounded-full border border-line bg-surface px-2 text-12 leading-5"
            title={column}
          >
            {column}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
