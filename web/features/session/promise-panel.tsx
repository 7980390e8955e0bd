import { Globe2, type LucideIcon, ShieldCheck, Upload } from 'lucide-react';
import { RowsToLeads } from './rows-to-leads.tsx';

interface Promised {
  icon: LucideIcon;
  title: string;
  text: string;
}

const PROMISES: readonly Promised[] = [
  {
    icon: Upload,
    title: 'Bulk import',
    text: 'CSV and Excel up to 100MB, with columns mapped for you.',
  },
  { icon: Globe2, title: 'Real-time dashboards', text: 'Country insights that update with every import.' },
  {
    icon: ShieldCheck,
    title: 'Secure, private data',
    text: 'Only your organization can see its leads.',
  },
];

/** Illustrates the product on large screens: rows become leads. */
export function PromisePanel() {
  return (
    <aside
      aria-label="What Lead Manager does"
      className="hidden flex-col justify-center gap-12 border-l border-line bg-surface px-10 py-12 lg:flex xl:px-16"
    >
      <RowsToLeads />
      <ul className="mx-auto grid w-full max-w-[42rem] grid-cols-3 gap-8">
        {PROMISES.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon className="size-5 text-muted" strokeWidth={1.75} aria-hidden />
            <h2 className="mt-3 text-14 font-semibold">{title}</h2>
            <p className="mt-1 text-13 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
