import { toast } from '../../ui/toast-store.ts';

/** Reports a failure in a toast. */
export function showFailure(description: string): void {
  toast({ tone: 'destructive', title: 'Error', description });
}
