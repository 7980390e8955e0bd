import { createElement, Fragment } from 'react';

/** Renders text whose parts between backticks are code. */
export function InlineCode({ text }: { text: string }) {
  // Passed as separate children rather than an array, because the parts of a text keep their positions and
  // need no keys.
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
