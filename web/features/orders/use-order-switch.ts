import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Order, updateOrder } from '#contract/orders.ts';
import { callApi } from '../../lib/call-api.ts';
import { refreshOrders } from '../../lib/orders.ts';
import { showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** Pauses or resumes an order. */
export function useOrderSwitch({ id, name }: Pick<Order, 'id' | 'name'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (active: boolean) => callApi(updateOrder, { params: { id }, body: { active } }),
    onSuccess: ({ active }) =>
      void toast({ title: active ? 'Order resumed' : 'Order paused', description: name }),
    onError: (error, active) => showReason(error, `Couldn't ${active ? 'resume' : 'pause'} the order`),
    onSettled: () => refreshOrders(client),
  });
}
