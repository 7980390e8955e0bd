/** Each color has its own design tokens. */
export const LEAD_STATUS_COLORS = [
  'gray',
  'blue',
  'violet',
  'pink',
  'red',
  'orange',
  'yellow',
  'green',
] as const;

export type LeadStatusColor = (typeof LEAD_STATUS_COLORS)[number];

/** Per organization. */
export const LEAD_STATUSES_MAX = 50;
/** In characters. */
export const LEAD_STATUS_NAME_MAX = 50;
