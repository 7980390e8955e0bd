import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteOrder, type Order } from '#contract/orders.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { refreshOrders } from '../../lib/orders.ts';
import { showReason } from '../../lib/show-failure.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Confirms the deletion of an order. */
export function DeleteOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => callApi(deleteOrder, { params: { id: order.id } }),
    onSuccess: () => {
      toast({ title: 'Order deleted', description: order.name });
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't delete the order"),
    onSettled: () => refreshOrders(client),
  });
  const sold = order.sold === 0 ? '' : ` The ${formatCount(order.sold, 'lead')} sold through it stay sold.`;
  return (
    <ActionDialog
      onClose={onClose}
      title="Delete Order"
      description={`Delete the order "${order.name}"?${sold} This can't be undone.`}
      action="Delete Order"
      destructive
      pending={remove.isPending}
      pendingText="Deleting..."
      onAction={() => remove.mutate()}
    />
  );
}
