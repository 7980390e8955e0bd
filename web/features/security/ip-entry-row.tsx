import { Trash2 } from 'lucide-react';
import type { IpEntry } from '#contract/ip-whitelist.ts';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';

interface IpEntryRowProps {
  entry: IpEntry;
  editable: boolean;
  busy: boolean;
  onActive: (isActive: boolean) => void;
  onRemove: () => void;
}

/** Whitelist entry with description and state. */
export function IpEntryRow({ entry, editable, busy, onActive, onRemove }: IpEntryRowProps) {
  const { ipAddress, description, isActive, createdAt, createdBy } = entry;
  const added = `Added ${formatDate(createdAt)}${createdBy === null ? '' : ` by ${createdBy}`}`;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 pr-3 pl-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-mono text-14 break-all">{ipAddress}</span>
          <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </p>
        {description !== null && <p className="text-13 break-words">{description}</p>}
        <p className="truncate text-12 text-muted" title={added}>
          {added}
        </p>
      </div>
      {editable && (
        <>
          <Switch
            checked={isActive}
            disabled={busy}
            label={<span className="sr-only">{`${ipAddress} is active`}</span>}
            onChange={onActive}
          />
          <IconButton icon={Trash2} label={`Remove ${ipAddress}`} side="left" onClick={onRemove} />
        </>
      )}
    </li>
  );
}
