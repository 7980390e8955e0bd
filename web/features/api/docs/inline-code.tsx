import { createElement, Fragment } from 'react';

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
