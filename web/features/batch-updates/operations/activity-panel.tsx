import { Sheet } from '../../../ui/sheet.tsx';
import { UNDOABLE_KINDS } from './operation-words.ts';
import { OperationList } from './recent-operations.tsx';

/** Drawer of the organization's latest operations. */
export function ActivityPanel({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title="Activity" className="w-[34rem]">
      <OperationList kinds={UNDOABLE_KINDS} busy={false} />
    </Sheet>
  );
}
