import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addIpEntry,
  getIpStatus,
  getMyIp,
  type IpEntry,
  listIpEntries,
  removeIpEntry,
  updateIpEntry,
} from '#contract/ip-whitelist.ts';
import { callApi } from '../../lib/call-api.ts';
import { queryOf } from '../../lib/query.ts';
import { showFailure, showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** Browser's address as seen by the server; it may change. */
export const myIpQuery = { ...queryOf(getMyIp, {}), staleTime: 0 };
/** Whether the whitelist is active and allows this address. */
export const ipStatusQuery = { ...queryOf(getIpStatus, {}), staleTime: 0 };
export const ipEntriesQuery = { ...queryOf(listIpEntries, {}), staleTime: 0 };

/** Updates the cached list and refetches the status. */
function useEntries() {
  const client = useQueryClient();
  return (change: (entries: IpEntry[]) => IpEntry[]) => {
    client.setQueryData(ipEntriesQuery.queryKey, (entries) => entries && change(entries));
    void client.invalidateQueries({ queryKey: ipStatusQuery.queryKey });
  };
}

export function useAddIp() {
  const change = useEntries();
  return useMutation({
    mutationFn: (body: { ipAddress: string; description?: string }) => callApi(addIpEntry, { body }),
    onSuccess: (added) => {
      change((entries) => [...entries, added]);
      toast({ title: 'IP address added', description: added.ipAddress });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to add IP address'),
  });
}

export function useUpdateIp() {
  const change = useEntries();
  return useMutation({
    mutationFn: ({ entry, isActive }: { entry: IpEntry; isActive: boolean }) =>
      callApi(updateIpEntry, { params: { id: entry.id }, body: { isActive } }),
    onSuccess: (updated) => {
      change((entries) => entries.map((entry) => (entry.id === updated.id ? updated : entry)));
      toast({
        title: 'IP whitelist updated',
        description: `${updated.ipAddress} is ${updated.isActive ? 'active' : 'inactive'}`,
      });
    },
    onError: () => showFailure('Error', 'Failed to update IP whitelist entry'),
  });
}

export function useRemoveIp() {
  const change = useEntries();
  return useMutation({
    mutationFn: ({ id }: IpEntry) => callApi(removeIpEntry, { params: { id } }),
    onSuccess: (_, removed) => {
      change((entries) => entries.filter(({ id }) => id !== removed.id));
      toast({ title: 'IP address removed', description: removed.ipAddress });
    },
    onError: () => showFailure('Error', 'Failed to remove IP address'),
  });
}
