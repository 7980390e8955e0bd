import type { ReactNode } from 'react';
import { AUDIT_LABELS, type AuditLog } from '#contract/audit-logs.ts';
import { agentName } from '../../lib/agent-name.ts';
import { formatDateTime, formatRelative } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Activity } from './activity.tsx';
import { toneOf } from './audit-table.tsx';
import { detailPairs } from './entry-words.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5 last:border-b-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="text-14 break-words">{children}</dd>
    </div>
  );
}

/** All details of an entry. */
export function AuditEntryDrawer({ entry, onClose }: { entry: AuditLog; onClose: () => void }) {
  const details = detailPairs(entry);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={AUDIT_LABELS[entry.action]}>
      <p className="px-5 pt-4 text-14">
        <Activity entry={entry} />.
      </p>
      <dl className="px-5 py-2">
        <Fact label="Action">
          <Badge tone={toneOf(entry.action)}>{AUDIT_LABELS[entry.action]}</Badge>
        </Fact>
        <Fact label="When">
          {formatDateTime(entry.createdAt)}{' '}
          <span className="text-13 text-muted">({formatRelative(entry.createdAt)})</span>
        </Fact>
        <Fact label="User">
          {entry.username}
          {entry.userId === null && <span className="text-13 text-muted"> (no account)</span>}
        </Fact>
        <Fact label="Resource">{entry.resource ?? '–'}</Fact>
      </dl>
      {details.length > 0 && (
        <section className="px-5 pb-5">
          <h3 className="pt-3 pb-1 text-14 font-semibold">Details</h3>
          <dl>
            {details.map(([name, value]) => (
              <Fact key={name} label={name.charAt(0).toUpperCase() + name.slice(1)}>
                {value}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      <details className="px-5 pb-5">
        <summary className="cursor-pointer rounded-control py-1 text-14 font-semibold">
          IP address and device
        </summary>
        <dl>
          <Fact label="IP address">
            {entry.ipAddress === null ? '–' : <span className="font-mono text-13">{entry.ipAddress}</span>}
          </Fact>
          <Fact label="Device">
            {agentName(entry.userAgent)}
            {entry.userAgent !== null && (
              <span className="mt-1 block text-12 text-muted">{entry.userAgent}</span>
            )}
          </Fact>
        </dl>
      </details>
    </Sheet>
  );
}
