import { Lock } from 'lucide-react';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** What stands in place of a screen that one may not use; `who` may. */
export function AdministratorsOnly({ who, text }: { who: string; text: string }) {
  return (
    <Card>
      <EmptyState icon={Lock} title={`Only ${who} can see this`} text={text} />
    </Card>
  );
}
