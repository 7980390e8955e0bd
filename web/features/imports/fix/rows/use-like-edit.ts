import { useState } from 'react';
import { COUNTED_VALUE_MAX, countGridCells } from '#contract/import-grid-lists.ts';
import { callApi } from '../../../../lib/call-api.ts';
import type { FixColumn } from './fix-row.ts';
import { effectiveEdits, type FixCellEdit, type LikeEdit, likeEdit } from './pending-edits.ts';
import type { FixActions } from './use-fix-actions.ts';

type ValueAt = (row: number, column: string) => string | undefined;

/** Edits that may offer to change all similar cells. */
export interface LikeEdits {
  edit: (edits: readonly FixCellEdit[], valueAt: ValueAt) => void;
  /** Offered replacement with the number of other cells; null without any. */
  offer: (LikeEdit & { cells: number }) | null;
  apply: () => void;
  dismiss: () => void;
}

/** After a single-cell edit, counts the column's cells with the same value. */
export function useLikeEdit(
  uploadId: string,
  columns: readonly FixColumn[],
  actions: Pick<FixActions, 'edit' | 'replace'>,
): LikeEdits {
  const [offer, setOffer] = useState<LikeEdits['offer']>(null);
  const [serial] = useState({ last: 0 });

  async function count({ column, from, to }: LikeEdit, id: number, row: number) {
    const query = { column, value: from, except: row };
    const { cells } = await callApi(countGridCells, { params: { uploadId }, query });
    if (id === serial.last && cells > 0) setOffer({ column, from, to, cells });
  }

  return {
    edit(edits, valueAt) {
      const effective = effectiveEdits(edits, valueAt);
      if (effective.length === 0) return;
      const like = likeEdit(effective, valueAt);
      serial.last += 1;
      setOffer(null);
      actions.edit(effective);
      const row = effective[0]?.row;
      // Offers nothing without a count. Unique values can only be emptied in several cells.
      const unique = columns.find(({ name }) => name === like?.column)?.unique && like?.to !== '';
      const counted = like !== null && !unique && like.from.length <= COUNTED_VALUE_MAX;
      if (counted && row !== undefined) count(like, serial.last, row).catch(() => undefined);
    },
    offer,
    apply() {
      if (!offer) return;
      setOffer(null);
      actions.replace({ column: offer.column, match: 'cell', find: offer.from, replacement: offer.to });
    },
    dismiss: () => setOffer(null),
  };
}
