import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const GOES_ON = 'Working on it. You can leave this page.';

interface SendingProps {
  /** Share sent, 0 to 1; null if unknown. */
  share: number | null;
  /** Shown once everything is sent. */
  working?: string;
}

/** Upload progress of a list; recent operations show its rows. */
export function Sending({ share, working = GOES_ON }: SendingProps) {
  if (share !== null && share < 1) {
    return (
      <div className="min-w-40 flex-1">
        <p className="text-13 text-muted">Uploading the file…</p>
        <Progress value={share * 100} label="Upload progress" />
      </div>
    );
  }
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2 text-13 text-muted" role="status">
      <Spinner /> {working}
    </p>
  );
}
