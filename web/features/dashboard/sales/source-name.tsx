import { Link } from '@tanstack/react-router';

/** Source, linked to its leads unless it is empty. */
export function SourceName({ source }: { source: string }) {
  if (source === '') return <span className="text-muted">No source</span>;
  return (
    <Link to="/leads" search={{ source }} title={source} className="underline-offset-2 hover:underline">
      {source}
    </Link>
  );
}
