import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface ChartCardProps {
  title: string;
  subtitle?: ReactNode;
  /** The same numbers as a table, which takes the picture's place when it is asked for; null when there are none. */
  table: ReactNode;
  children: ReactNode;
}

/** A picture of numbers that can be turned into the table of them. */
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
