import { Download } from 'lucide-react';
import { saveBlob } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** Rows include the header. */
export interface SampleFile {
  name: string;
  rows: readonly (readonly string[])[];
}

interface FormatHelpProps {
  points: readonly string[];
  sample: SampleFile;
}

export function FormatHelp({ points, sample }: FormatHelpProps) {
  const { name, rows } = sample;
  function download() {
    const text = rows.map((row) => `${row.join(',')}\r\n`).join('');
    saveBlob(new Blob([text], { type: 'text/csv' }), name);
  }
  return (
    <Card
      title="CSV Format"
      footer={
        <Button size="small" icon={Download} onClick={download}>
          Download Sample
        </Button>
      }
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-13 text-muted marker:text-line-strong">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <SampleTable rows={rows} />
    </Card>
  );
}

function SampleTable({ rows: [header = [], ...rows] }: Pick<SampleFile, 'rows'>) {
  const cell = 'truncate border-t border-line px-3 py-1.5 text-left font-mono font-normal';
  return (
    <div className="mt-4 overflow-hidden rounded-control border border-line bg-canvas">
      <table aria-label="Sample" className="w-full table-fixed text-12">
        <thead>
          <tr>
            {header.map((name) => (
              <th key={name} scope="col" className="truncate px-3 py-1.5 text-left font-mono font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((value) => (
                <td key={value} className={cell} title={value}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
