import type { Upload } from '#contract/uploads.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Truncated } from '../../ui/truncated.tsx';

const ROWS = 8;

/** Shows the first rows of a file unchanged. */
export function FilePreview({ upload }: { upload: Upload }) {
  const rows = upload.preview.slice(0, ROWS).map((cells, index) => ({ number: index + 1, cells }));
  return (
    <DataTable label="First rows of the file">
      <thead>
        <tr>
          <HeaderCell numeric className="w-10">
            <span className="sr-only">Row</span>
          </HeaderCell>
          {upload.columns.map((column) => (
            <HeaderCell key={column}>
              <Truncated text={column} />
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, cells }) => (
          <TableRow key={number}>
            <Cell numeric className="text-12 text-muted">
              {number}
            </Cell>
            {upload.columns.map((column) => (
              <Cell key={column}>
                <Truncated text={(Object.hasOwn(cells, column) ? cells[column] : undefined) ?? ''} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
