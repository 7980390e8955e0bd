import { Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Expiry, LastUsed, scopesText, TokenCreated, type TokensProps } from './token-parts.tsx';

const FACT = 'flex items-baseline justify-between gap-3 py-0.5 text-13';

/** Lists the tokens as cards where the table doesn't fit. */
export function TokenCards({ tokens, onRevoke }: TokensProps) {
  return (
    <ul
      aria-label="API tokens"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3"
    >
      {tokens.map((token) => (
        <li key={token.id} className="min-w-0 rounded-card border border-line bg-surface px-4 py-3">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-14 font-medium" title={token.name}>
                {token.name}
              </p>
              <p className="font-mono text-12 text-muted">{token.tokenPrefix}…</p>
            </div>
            {onRevoke && (
              <IconButton
                icon={Trash2}
                label={`Revoke ${token.name}`}
                side="left"
                className="-mt-1.5 -mr-2.5"
                onClick={() => onRevoke(token)}
              />
            )}
          </div>
          <dl className="mt-2 border-t border-line pt-2">
            <div className={FACT}>
              <dt className="text-muted">Scopes</dt>
              <dd>{scopesText(token)}</dd>
            </div>
            <div className={FACT}>
              <dt className="text-muted">Created</dt>
              <dd className="text-right">
                <TokenCreated token={token} />
              </dd>
            </div>
            <div className={FACT}>
              <dt className="text-muted">Last Used</dt>
              <dd>
                <LastUsed token={token} />
              </dd>
            </div>
            <div className={FACT}>
              <dt className="text-muted">Expires</dt>
              <dd>
                <Expiry token={token} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}
