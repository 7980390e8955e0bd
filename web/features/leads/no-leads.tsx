import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export interface NoLeadsProps {
  /** Null if filters are active, which can be cleared. */
  action: ReactNode;
  onClear: () => void;
}

export function NoLeads({ action, onClear }: NoLeadsProps) {
  return (
    <EmptyState
      card
      icon={Users}
      title="No leads found"
      text="Try adjusting your search or filters."
      action={action ?? <Button onClick={onClear}>Clear All</Button>}
    />
  );
}
