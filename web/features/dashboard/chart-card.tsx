import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card, type CardProps } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface ChartCardProps extends Pick<CardProps, 'subtitle' | 'padded'> {
  title: string;
  /** Shown instead of the chart on request; null without numbers. */
  table: ReactNode;
  /** Hidden next to the table. */
  control?: ReactNode;
  children: ReactNode;
}

/** Chart that can be switched to a table. */
export function ChartCard({ title, table, control, children, ...card }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const turned = asTable && table !== null;
  return (
    <Card
      fill
      title={title}
      {...card}
      // Keeps the buttons next to the title.
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
