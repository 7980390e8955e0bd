import { Lock } from 'lucide-react';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Replaces a screen the user may not see; `who` names the permitted users. */
export function AdministratorsOnly({ who, text }: { who: string; text: string }) {
  return (
    <Card>
      <EmptyState icon={Lock} title={`Only ${who} can see this`} text={text} />
    </Card>
  );
}
