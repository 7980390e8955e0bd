/** Meaning of a color; the last three only distinguish things. */
export type Tone =
  | 'neutral'
  | 'accent'
  | 'positive'
  | 'caution'
  | 'negative'
  | 'info'
  | 'violet'
  | 'pink'
  | 'orange';

export const TONE_TINT: Record<Tone, string> = {
  neutral: 'bg-neutral-tint text-muted',
  accent: 'bg-accent-tint text-accent',
  positive: 'bg-positive-tint text-positive',
  caution: 'bg-caution-tint text-caution',
  negative: 'bg-negative-tint text-negative',
  info: 'bg-info-tint text-info',
  violet: 'bg-violet-tint text-violet',
  pink: 'bg-pink-tint text-pink',
  orange: 'bg-orange-tint text-orange',
};

/** Solid fill for dots and bars. */
export const TONE_FILL: Record<Tone, string> = {
  neutral: 'bg-line-strong',
  accent: 'bg-accent',
  positive: 'bg-positive',
  caution: 'bg-caution',
  negative: 'bg-negative',
  info: 'bg-info',
  violet: 'bg-violet',
  pink: 'bg-pink',
  orange: 'bg-orange',
};
