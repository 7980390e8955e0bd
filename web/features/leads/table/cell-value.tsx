import type { Lead } from '#contract/leads.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Ago, Deposit, fullName, Nothing, Phone, SoldBadge, StatusBadge, Tags } from '../lead-cells.tsx';
import type { ColumnSpec } from '../lead-columns.ts';
import { storedIn } from '../stored-in.ts';

function Line({ text }: { text: string }) {
  return (
    <span className="block truncate" title={text}>
      {text}
    </span>
  );
}

/** Value on one line; the tooltip has all of it. */
export function CellValue({ lead, column }: { lead: Lead; column: ColumnSpec }) {
  const { field, kind } = column;
  if (field === 'status') return <StatusBadge status={lead.status} />;
  if (field === 'isSold') return <SoldBadge isSold={lead.isSold} />;
  if (field === 'phone') return <Phone phone={lead.phone} numberValid={lead.numberValid} />;
  if (field === 'tags') return <Tags tags={lead.tags} />;
  if (field === 'depositAmount') return <Deposit {...lead} />;
  if (field === 'createdAt') return <Ago time={lead.createdAt} />;
  if (field === 'numberValid') return <Validity {...lead} />;
  if (kind === 'name') return <Line text={fullName(lead) || '–'} />;
  const value = storedIn(lead, field);
  if (value === null || value === undefined || value === '') return <Nothing />;
  return <Line text={formatCellValue(value, kind)} />;
}

function Validity({ phone, numberValid }: Pick<Lead, 'phone' | 'numberValid'>) {
  if (phone === null) return <Nothing />;
  return <Badge tone={numberValid ? 'positive' : 'caution'}>{numberValid ? 'Valid' : 'Invalid'}</Badge>;
}

function formatCellValue(value: unknown, kind: ColumnSpec['kind']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  const text = String(value);
  return kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text;
}
