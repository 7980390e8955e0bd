import { messageOf } from '../../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { errorRowCount, rowProblems } from './preview-cells.ts';
import type { Preview } from './use-preview.ts';

const NUMBERS_SHOWN = 5;

export function PreviewNotice({ preview }: { preview: Preview }) {
  if (preview.error) {
    return (
      <Notice
        tone="caution"
        title="Couldn't create the preview"
        action={
          <Button size="small" onClick={preview.retry}>
            Try Again
          </Button>
        }
      >
        {messageOf(preview.error, "Couldn't reach the server.")} The import itself may still work.
      </Notice>
    );
  }
  const groups = rowProblems(preview.rows);
  const failing = errorRowCount(preview.rows);
  if (groups.length === 0) return null;
  const previewed = formatCount(preview.rows.length, 'previewed row');
  const title =
    failing === 0
      ? previewed
      : `${formatNumber(failing)} of ${previewed} ${failing === 1 ? 'has an error' : 'have errors'}`;
  return (
    <Notice tone="caution" title={title}>
      <ul>
        {groups.map((group) => (
          <li key={group.message}>
            {group.message} ({rowsText(group.numbers)})
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function rowsText(numbers: number[]): string {
  const shown = numbers.slice(0, NUMBERS_SHOWN).join(', ');
  const more = numbers.length - NUMBERS_SHOWN;
  const rows = numbers.length === 1 ? `row ${shown}` : `rows ${shown}`;
  return more > 0 ? `${rows} and ${formatNumber(more)} more` : rows;
}
