import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

export interface ErrorStateProps {
  title: string;
  text?: string;
  /** Shown small, for support. */
  requestId?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  /** Stands for the whole page and becomes its heading. */
  isPage?: boolean;
  className?: string;
}

export function ErrorState({
  title,
  text,
  requestId,
  onRetry,
  retrying = false,
  isPage = false,
  className,
}: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div role="alert" className={cx('flex flex-col items-center px-6 py-16 text-center', className)}>
      <span className="mb-4 grid size-11 place-items-center rounded-card bg-negative-tint text-negative">
        <TriangleAlert className="size-5" strokeWidth={1.75} aria-hidden />
      </span>
      <Title className="text-16 font-semibold">{title}</Title>
      {text !== undefined && <p className="mt-1 max-w-[56ch] text-14 text-balance text-muted">{text}</p>}
      {onRetry && (
        <Button
          className="mt-5"
          icon={RotateCw}
          onClick={onRetry}
          pending={retrying}
          pendingText="Trying again..."
        >
          Try Again
        </Button>
      )}
      {requestId !== undefined && (
        <p className="mt-4 text-12 text-muted">
          Request <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}
