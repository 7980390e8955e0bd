import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { gridQuery } from '../results/grid-query.ts';

/** Links to the rows that need attention, with their number. */
export function FixRowsLink({ uploadId }: { uploadId: string }) {
  const { data: grid } = useQuery(gridQuery(uploadId));
  if (grid?.state !== 'ready') return null;
  const { openRows, editedRows, droppedRows } = grid;
  if (openRows + editedRows + droppedRows === 0) return null;
  return (
    <Link to="/import/fix" search={{ draft: uploadId }} className={buttonClass('secondary', 'small')}>
      <ListChecks className="size-4" aria-hidden />
      {openRows > 0 ? `Fix ${formatCount(openRows, 'Row')}` : 'Review Changed Rows'}
    </Link>
  );
}
