import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const GOES_ON = 'Working on it. It goes on when you leave this page.';

interface SendingProps {
  /** How much of the body has left, 0 to 1; null when that is not known. */
  share: number | null;
  /** What happens once it has left. */
  working?: string;
}

/** How far a list is on its way; what becomes of its rows is told among the latest operations. */
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
