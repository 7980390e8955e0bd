import type { DeliveryState } from '#contract/order-deliveries.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/tone.ts';

export const DELIVERY_NAMES: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'negative' },
  duplicate: { label: 'Duplicate', tone: 'caution' },
  unknown: { label: 'No clear answer', tone: 'caution' },
  failed: { label: 'Failed', tone: 'negative' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

export function StateBadge({ state }: { state: DeliveryState }) {
  return <Badge tone={DELIVERY_NAMES[state].tone}>{DELIVERY_NAMES[state].label}</Badge>;
}
