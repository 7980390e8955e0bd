/** Fill classes by shade; the strongest is the data color. */
export const SHADE_FILLS = [
  'fill-neutral-tint',
  'fill-[color-mix(in_oklab,var(--info)_24%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_42%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_60%,var(--neutral-tint))]',
  'fill-[color-mix(in_oklab,var(--info)_79%,var(--neutral-tint))]',
  'fill-info',
] as const;
