import { formatNumber } from '../../../lib/format.ts';
import type { Selection } from '../use-selection.ts';

/** Number of selected leads, in total and on other pages. */
export function SelectedCount({ selection }: { selection: Selection }) {
  const { count, elsewhere, all } = selection;
  return (
    <p className="text-13 font-medium tabular-nums">
      <span role="status">{count === null ? 'All' : formatNumber(count)} selected</span>
      {!all && elsewhere !== null && elsewhere > 0 && (
        <span className="font-normal text-muted"> ({formatNumber(elsewhere)} on other pages)</span>
      )}
    </p>
  );
}
