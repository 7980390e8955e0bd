/** Fill classes by shade, from no leads to the strongest, which is the data colour itself. */
export const SHADE_FILLS = [
  'fill-neutral-tint',
  'fill-[color-mix(in_oklab,var(--info)_24%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_42%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_60%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_79%,var(--neutral-tint))]',
  'fill-info',
] as const;
