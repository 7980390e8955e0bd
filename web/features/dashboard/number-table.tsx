import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Cell, HeaderCell, Row, Table } from '../../ui/table.tsx';

interface NumberTableProps {
  label: string;
  /** The first names what the rows are, the others their numbers. */
  columns: readonly string[];
  rows: readonly { key: string; name: ReactNode; numbers: readonly (number | string)[] }[];
}

/** The numbers of a picture, row by row. */
export function NumberTable({ label, columns, rows }: NumberTableProps) {
  const [first, ...numeric] = columns;
  return (
    <Table label={label} className="max-h-[28rem]">
      <thead>
        <tr>
          <HeaderCell>{first}</HeaderCell>
          {numeric.map((column) => (
            <HeaderCell key={column} numeric>
              {column}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, numbers }) => (
          <Row key={key}>
            <Cell className="max-w-60 truncate">{name}</Cell>
            {numbers.map((number, index) => (
              <Cell key={numeric[index]} numeric>
                {typeof number === 'number' ? formatNumber(number) : number}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
