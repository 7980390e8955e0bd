import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { OperationUndoDialog } from './operation-undo-dialog.tsx';
import { canUndoOperation, UNDOABLE_KINDS } from './operation-words.ts';
import { operationsQuery } from './queries.ts';

interface UndoLastProps {
  username: string;
  onClose: () => void;
}

/** Confirms undoing the user's last undoable operation. */
export function UndoLast({ username, onClose }: UndoLastProps) {
  const { data, error, isFetchedAfterMount } = useQuery(operationsQuery(UNDOABLE_KINDS, false));
  // Cached operations may predate the user's last operation.
  const operations = isFetchedAfterMount ? data : undefined;
  const last = operations?.find((one) => one.createdBy === username && canUndoOperation(one));
  const isNothing = operations !== undefined && last === undefined;
  useEffect(() => {
    if (error)
      toast({
        tone: 'destructive',
        title: 'Undo failed',
        description: 'Check your connection and try again.',
      });
    if (isNothing)
      toast({
        tone: 'neutral',
        title: 'Nothing to undo',
        description: 'None of your latest operations can be undone.',
      });
    if (error || isNothing) onClose();
  }, [error, isNothing, onClose]);
  return last ? <OperationUndoDialog operation={last} onClose={onClose} /> : null;
}
