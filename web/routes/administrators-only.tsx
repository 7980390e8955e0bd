import { Lock } from 'lucide-react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ScreenPage } from '../ui/page.tsx';

interface AdministratorsOnlyProps {
  title: string;
  /** Permitted users. */
  who: string;
  text: string;
}

/** Replaces a screen the user may not see. */
export function AdministratorsOnly({ title, who, text }: AdministratorsOnlyProps) {
  return (
    <ScreenPage title={title}>
      <EmptyState card icon={Lock} title={`Only ${who} can see this`} text={text} />
    </ScreenPage>
  );
}
