import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** Refetches an API path, which never becomes stale by itself. */
export function RefreshButton({ path }: { path: string }) {
  const client = useQueryClient();
  const fetching = useIsFetching({ queryKey: [path] }) > 0;
  return (
    <Button
      icon={RotateCw}
      disabled={fetching}
      onClick={() => void client.invalidateQueries({ queryKey: [path] })}
    >
      Refresh
    </Button>
  );
}
