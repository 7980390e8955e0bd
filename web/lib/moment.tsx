import { formatDate, formatDateTime, formatRelative } from './format.ts';

interface MomentProps {
  time: string;
  /** Names the user on hover. */
  by?: string;
  /** Shows the day. */
  day?: boolean;
}

/** Relative time, exact on hover. */
export function Moment({ time, by, day = false }: MomentProps) {
  const exact = formatDateTime(time);
  return (
    <time dateTime={time} title={by === undefined ? exact : `${exact} by ${by}`}>
      {day ? formatDate(time) : formatRelative(time)}
    </time>
  );
}
