import type { Lead } from '#contract/leads.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/table.tsx';
import { Truncated } from '../../ui/truncated.tsx';
import { Ago, Deposit, fullName, Nothing, Phone, SoldBadge, StatusBadge, Tags } from './lead-cells.tsx';

const COLUMNS = ['Email', 'Phone', 'Country', 'Brand', 'Source', 'Status', 'Sold', 'Tags'] as const;
const COLUMN_COUNT = COLUMNS.length + 3;

function Head() {
  return (
    <thead>
      <tr>
        <HeaderCell pinned>Name</HeaderCell>
        {COLUMNS.map((column) => (
          <HeaderCell key={column}>{column}</HeaderCell>
        ))}
        <HeaderCell numeric>Deposit</HeaderCell>
        <HeaderCell>Created</HeaderCell>
      </tr>
    </thead>
  );
}

function Text({ text, width = 'max-w-32' }: { text: string | null; width?: string }) {
  return text === null || text === '' ? <Nothing /> : <Truncated text={text} className={width} />;
}

function LeadRow({ lead }: { lead: Lead }) {
  return (
    <Row>
      <Cell pinned className="font-medium">
        <Text text={fullName(lead)} width="max-w-40" />
      </Cell>
      <Cell>
        <Text text={lead.email} width="max-w-48" />
      </Cell>
      <Cell>
        <Phone phone={lead.phone} numberValid={lead.numberValid} />
      </Cell>
      <Cell>
        <Text text={lead.country} />
      </Cell>
      <Cell>
        <Text text={lead.brand} />
      </Cell>
      <Cell>
        <Text text={lead.source} />
      </Cell>
      <Cell>
        <StatusBadge status={lead.status} />
      </Cell>
      <Cell>
        <SoldBadge isSold={lead.isSold} />
      </Cell>
      <Cell>
        <Tags tags={lead.tags} />
      </Cell>
      <Cell numeric>
        <Deposit {...lead} />
      </Cell>
      <Cell>
        <Ago time={lead.createdAt} />
      </Cell>
    </Row>
  );
}

/** Leads as a table; `busy` dims the rows. */
export function LeadTable({ leads, busy }: { leads: readonly Lead[]; busy: boolean }) {
  return (
    <Table label="Leads" busy={busy} className="max-h-[calc(100dvh-13.5rem)] min-h-60">
      <Head />
      <tbody>
        {leads.map((lead) => (
          <LeadRow key={lead.id} lead={lead} />
        ))}
      </tbody>
    </Table>
  );
}

/** Stands in the table's place while the first page loads, as high as the rows will be. */
export function LeadTableSkeleton({ rows }: { rows: number }) {
  return (
    <Table label="Leads" className="max-h-[calc(100dvh-13.5rem)]">
      <Head />
      <tbody>
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
          <Row key={row}>
            {Array.from({ length: COLUMN_COUNT }, (_, column) => `${row}-${column}`).map((cell, column) => (
              <Cell key={cell}>
                <Skeleton className={column < 3 ? 'h-3 w-28' : 'h-3 w-16'} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
