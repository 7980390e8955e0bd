import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export interface NoLeadsProps {
  /** Action to offer; null if filters are active, because these can be cleared. */
  action: ReactNode;
  onClear: () => void;
}

/** Renders the empty state of a list without matching leads. */
export function NoLeads({ action, onClear }: NoLeadsProps) {
  return (
    <Card>
      <EmptyState
        icon={Users}
        title="No leads found"
        text="Try adjusting your search or filters."
        action={action ?? <Button onClick={onClear}>Clear All</Button>}
      />
    </Card>
  );
}
