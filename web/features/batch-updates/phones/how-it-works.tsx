import { Card } from '../../../ui/card.tsx';

const STEPS = [
  ['Valid numbers are skipped', 'Numbers that start with an international prefix (+ or 00) are skipped too.'],
  ['The country picks the prefix', 'Leads without a known country are skipped.'],
  [
    'Leading zeros are stripped',
    'Along with stray punctuation. A zero that belongs to the number, as in Italy, stays.',
  ],
  ['The prefix is added', 'Germany 0151 23456789 becomes +49 151 23456789.'],
  [
    'The number is checked again',
    "Only valid numbers are saved. If another lead already has the number, it's skipped as a conflict.",
  ],
] as const;

/** Steps of auto-fix. */
export function HowItWorks() {
  return (
    <Card title="How It Works">
      <ol className="flex flex-col gap-4">
        {STEPS.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-raised text-12 font-medium text-muted tabular-nums"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="block text-14 font-medium">{title}</span>
              <span className="block text-13 text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
