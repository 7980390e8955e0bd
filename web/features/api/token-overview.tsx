import { useRef } from 'react';
import { useElementWidth } from '../../lib/use-element-width.ts';
import { TokenCards } from './token-cards.tsx';
import type { TokensProps } from './token-parts.tsx';
import { TokenTable } from './token-table.tsx';

/** Width in CSS pixels that the table needs to show every column. */
const TABLE_WIDTH = 720;

/** Lists the tokens as a table, or as cards where the table doesn't fit. */
export function TokenOverview(props: TokensProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, TABLE_WIDTH);
  return <div ref={frame}>{width < TABLE_WIDTH ? <TokenCards {...props} /> : <TokenTable {...props} />}</div>;
}
