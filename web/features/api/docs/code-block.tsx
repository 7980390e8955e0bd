import { createElement, Fragment } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';

interface CodeBlockProps {
  /** Names the region and its copy button. */
  label: string;
  code: string;
}

// Keyboard scrolling needs a focusable region.
const SCROLLABLE = { tabIndex: 0 };

export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-control border border-line bg-canvas">
      <section
        aria-label={label}
        {...SCROLLABLE}
        className="max-h-[32rem] overflow-auto rounded-control [scrollbar-color:var(--line-strong)_transparent] [scrollbar-width:thin]"
      >
        <pre className="p-3 pr-24 font-mono text-12 leading-5 whitespace-pre-wrap wrap-anywhere max-md:pr-3 max-md:pb-14 md:w-max md:min-w-full md:whitespace-pre">
          {code}
        </pre>
      </section>
      <CopyButton
        text={code}
        label={`Copy: ${label}`}
        className="absolute top-1.5 right-1.5 max-md:top-auto max-md:bottom-1.5"
      />
    </div>
  );
}

/** Text with code between backticks. */
export function InlineCode({ text }: { text: string }) {
  // Separate children need no keys, and the parts keep their positions.
  return createElement(Fragment, null, ...text.split(/(`[^`]+`)/).map(partOf));
}

function partOf(part: string) {
  if (!part.startsWith('`')) return part;
  return createElement(
    'code',
    { className: 'rounded-[4px] bg-neutral-tint px-1 font-mono text-12' },
    part.slice(1, -1),
  );
}
