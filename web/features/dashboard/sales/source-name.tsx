import { Link } from '@tanstack/react-router';

/** Renders a source as a link to its leads; leads without one have no list. */
export function SourceName({ source }: { source: string }) {
  if (source === '') return <span className="text-muted">No source</span>;
  return (
    <Link to="/leads" search={{ source }} title={source} className="underline-offset-2 hover:underline">
      {source}
    </Link>
  );
}
