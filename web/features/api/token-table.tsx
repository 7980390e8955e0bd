import { Trash2 } from 'lucide-react';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Truncated } from '../../ui/truncated.tsx';
import { Expiry, LastUsed, scopesText, TokenCreated, type TokensProps } from './token-parts.tsx';

const COLUMNS = ['Name', 'Token', 'Scopes', 'Created', 'Last Used', 'Expires'] as const;

function Head({ editable }: { editable: boolean }) {
  return (
    <thead>
      <tr>
        {COLUMNS.map((label) => (
          <HeaderCell key={label}>{label}</HeaderCell>
        ))}
        {editable && (
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        )}
      </tr>
    </thead>
  );
}

/** Lists the tokens with name, prefix, scopes and times. */
export function TokenTable({ tokens, onRevoke }: TokensProps) {
  return (
    <DataTable label="API tokens">
      <Head editable={onRevoke !== null} />
      <tbody>
        {tokens.map((token) => (
          <TableRow key={token.id}>
            <Cell className="w-full max-w-0 min-w-40 py-2 font-medium">
              <Truncated text={token.name} className="max-w-full" />
            </Cell>
            <Cell className="font-mono text-12 whitespace-nowrap text-muted">{token.tokenPrefix}…</Cell>
            <Cell className="whitespace-nowrap">{scopesText(token)}</Cell>
            <Cell className="py-2 whitespace-nowrap text-muted">
              <TokenCreated token={token} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">
              <LastUsed token={token} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">
              <Expiry token={token} />
            </Cell>
            {onRevoke && (
              <Cell className="text-right">
                <IconButton
                  icon={Trash2}
                  label={`Revoke ${token.name}`}
                  side="left"
                  onClick={() => onRevoke(token)}
                />
              </Cell>
            )}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

/** Renders a placeholder for the table while it loads. */
export function TokenTableSkeleton({ editable }: { editable: boolean }) {
  return (
    <DataTable label="API tokens">
      <Head editable={editable} />
      <tbody>
        {['w-32', 'w-44', 'w-24'].map((width) => (
          <TableRow key={width}>
            {COLUMNS.map((column) => (
              <Cell key={column} className="h-12">
                <Skeleton className={column === 'Name' ? `h-4 ${width}` : 'h-3 w-20'} />
              </Cell>
            ))}
            {editable && <Cell />}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
