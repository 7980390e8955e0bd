/** Shared by header and rows on wide screens. */
export const MAPPING_GRID =
  'lg:grid lg:grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,14rem)_minmax(0,1.2fr)] lg:gap-x-4';

/** Values on one truncated line, separated by dots; each ends in a space. */
export const VALUE_LINE = 'truncate text-13 leading-5';
export const VALUE =
  "inline not-first:before:mr-1.5 not-first:before:ml-0.5 not-first:before:text-muted not-first:before:content-['·']";
