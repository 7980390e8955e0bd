import { Link } from '@tanstack/react-router';
import { FileUp, Settings, Users } from 'lucide-react';
import { Card } from '../../ui/card.tsx';

const STEPS = [
  {
    to: '/import',
    icon: FileUp,
    title: 'Import Your Leads',
    text: 'Upload CSV or Excel files. Columns are auto-detected and mapped.',
  },
  {
    to: '/leads',
    icon: Users,
    title: 'Manage Your Data',
    text: 'Search, filter, update statuses and add notes.',
  },
  {
    to: '/settings',
    icon: Settings,
    title: 'Customize Fields',
    text: 'Add your own custom fields in Settings.',
  },
] as const;

export function GettingStarted() {
  return (
    <Card title="Getting Started" padded={false} className="pb-2">
      <ol>
        {STEPS.map(({ to, icon: Icon, title, text }, index) => (
          <li key={to}>
            <Link to={to} className="flex items-start gap-3 px-5 py-2.5 transition-colors hover:bg-hover">
              <span className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-raised text-muted">
                <Icon className="size-4" strokeWidth={1.75} aria-hidden />
              </span>
              <span className="min-w-0">
                <span className="block text-14 font-medium">
                  {index + 1}. {title}
                </span>
                <span className="block text-13 text-muted">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
