import { lazyPart } from '../../lib/load-code.ts';

export const LazySellThroughOrder = lazyPart(
  async () => (await import('./orders/sell-through-order.tsx')).SellThroughOrder,
);
