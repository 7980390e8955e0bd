import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card, type CardProps } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface ChartCardProps extends Pick<CardProps, 'subtitle' | 'padded'> {
  title: string;
  /** Table with the numbers of the chart, which replaces it on request; null if there are none. */
  table: ReactNode;
  /** Control of the chart, hidden next to the table. */
  control?: ReactNode;
  children: ReactNode;
}

/** Renders a chart that the user can switch to a table of its numbers. */
export function ChartCard({ title, table, control, children, ...card }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const turned = asTable && table !== null;
  return (
    <Card
      fill
      title={title}
      {...card}
      // The buttons stay next to the title, however long the line below it.
      className="max-md:[&>header]:flex-nowrap"
      actions={
        <div className="-my-1 -mr-2 flex shrink-0 items-center gap-2 print:hidden">
          {!turned && control}
          {table !== null && (
            <IconButton
              icon={turned ? ChartColumn : Table2}
              label={turned ? `${title}: show the picture` : `${title}: show as a table`}
              side="left"
              onClick={() => setAsTable(!turned)}
            />
          )}
        </div>
      }
    >
      {turned ? table : children}
    </Card>
  );
}
