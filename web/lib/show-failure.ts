import { toast } from '../ui/toast-store.ts';
import { messageOf } from './api-error.ts';

export function showFailure(title: string, description: string): void {
  toast({ tone: 'destructive', title, description });
}

/** Reports the server's reason in a toast, else `otherwise`. */
export function showReason(error: unknown, title: string, otherwise = 'Please try again.'): void {
  showFailure(title, messageOf(error, otherwise));
}
