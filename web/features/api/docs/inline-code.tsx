import { createElement, Fragment } from 'react';

/** Text whose parts between backticks are code. */
export function InlineCode({ text }: { text: string }) {
  // As children of their own, not as a list: the parts of one text keep their places.
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
