import { useRef } from 'react';
import { useElementWidth } from '../../lib/use-element-width.ts';
import { UserCards } from './user-cards.tsx';
import type { UserListProps } from './user-parts.tsx';
import { UserTable } from './user-table.tsx';

/** Width in CSS pixels that the table needs to show every column. */
const TABLE_WIDTH = 680;

/** Lists the users as a table, or as cards where the table doesn't fit. */
export function UserList(props: UserListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, TABLE_WIDTH);
  return <div ref={frame}>{width < TABLE_WIDTH ? <UserCards {...props} /> : <UserTable {...props} />}</div>;
}
