import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface ChartCardProps {
  title: string;
  subtitle?: ReactNode;
  /** Table with the numbers of the chart, which replaces it on request; null if there are none. */
  table: ReactNode;
  children: ReactNode;
}

/** Renders a chart that the user can switch to a table of its numbers. */
export function ChartCard({ title, subtitle, table, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const turned = asTable && table !== null;
  return (
    <Card
      title={title}
      {...(subtitle !== undefined && { subtitle })}
      actions={
        table !== null && (
          <IconButton
            icon={turned ? ChartColumn : Table2}
            label={turned ? `${title}: show the picture` : `${title}: show as a table`}
            side="left"
            className="-my-1 -mr-2"
            onClick={() => setAsTable(!turned)}
          />
        )
      }
    >
      {turned ? table : children}
    </Card>
  );
}
