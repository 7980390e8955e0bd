import type { LucideIcon } from 'lucide-react';
import { useTitle } from '../lib/use-title.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';

export interface ComingPageProps {
  title: string;
  icon: LucideIcon;
}

/** A screen that is announced and not there yet. */
export function ComingPage({ title, icon: Icon }: ComingPageProps) {
  useTitle(title);
  return (
    <Page title={title}>
      <Card>
        <div className="flex flex-col items-center px-6 py-16 text-center">
          <span className="mb-4 grid size-11 place-items-center rounded-card border border-line bg-raised text-muted">
            <Icon className="size-5" strokeWidth={1.75} aria-hidden />
          </span>
          <p className="text-14 text-muted">Coming with the next version.</p>
        </div>
      </Card>
    </Page>
  );
}
