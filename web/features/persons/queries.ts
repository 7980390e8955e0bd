import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Erasure,
  getCertificate,
  listErasures,
  type PersonNamed,
  previewErasure,
  startErasure,
} from '#contract/erasures.ts';
import { callApi } from '../../lib/call-api.ts';
import { queryOf } from '../../lib/query.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { showReason } from '../../lib/show-failure.ts';
import { toast } from '../../ui/toast-store.ts';

const POLL_MS = 1_000;

function isOpen({ status }: Erasure): boolean {
  return status === 'waiting' || status === 'running';
}

/** Erasures, newest first; asked for again while one runs. */
export const erasuresQuery = {
  ...queryOf(listErasures, {}),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Erasure[] | undefined } }) =>
    state.data?.some(isOpen) === true ? POLL_MS : (false as const),
};

export function usePersonPreview() {
  return useMutation({
    mutationFn: (named: PersonNamed) => callApi(previewErasure, { body: named }),
  });
}

export function useErase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PersonNamed & { suppress: boolean; reason?: string }) =>
      callApi(startErasure, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: erasuresQuery.queryKey });
      toast({ title: 'Erasure started', description: 'You can leave this page.' });
    },
    onError: (error) => showReason(error, 'Error', 'Failed to start the erasure'),
  });
}

/** Downloads a certificate as JSON. */
export function useCertificate() {
  return useMutation({
    mutationFn: async ({ id }: Erasure) => {
      const certificate = await callApi(getCertificate, { params: { id } });
      const json = JSON.stringify(certificate, null, 2);
      saveBlob(new Blob([json], { type: 'application/json' }), `erasure-certificate-${id}.json`);
    },
    onError: (error) => showReason(error, 'Error', 'Failed to download the certificate'),
  });
}
