import './flag.css';
import { Globe } from 'lucide-react';
import { cx } from './cx.ts';

const CODE = /^[A-Z]{2}$/;
/** Distance from a capital letter to its regional indicator, half of a flag emoji. */
const INDICATOR_OFFSET = 0x1f1e6 - 0x41;

function emojiOf(code: string): string {
  return String.fromCodePoint(...[...code].map((letter) => (letter.codePointAt(0) ?? 0) + INDICATOR_OFFSET));
}

/** Flag of an ISO 3166 alpha-2 code, globe for null; hidden from screen readers, so name the country nearby. */
export function Flag({ code, className }: { code: string | null; className?: string }) {
  if (code === null || !CODE.test(code)) {
    return <Globe className={cx('h-4 w-5 shrink-0 text-muted', className)} strokeWidth={1.75} aria-hidden />;
  }
  return (
    <span
      aria-hidden
      className={cx(
        'flag-emoji inline-grid h-4 w-5 shrink-0 place-items-center text-16 leading-none',
        className,
      )}
    >
      {emojiOf(code)}
    </span>
  );
}
