import type { ReactNode } from 'react';

interface ChartBubbleProps {
  /** Explained position and the bubble's distance, in CSS pixels from the left. */
  x: number;
  gap: number;
  width: number;
  top: number;
  title: ReactNode;
  /** Most important first. */
  lines: readonly string[];
}

/** Explains a point of a chart on the side with more room; screen readers use the point's label. */
export function ChartBubble({ x, gap, width, top, title, lines }: ChartBubbleProps) {
  const side = x < width / 2 ? { left: x + gap } : { right: width - x + gap };
  return (
    <div
      aria-hidden
      style={{ top, ...side }}
      className="pointer-events-none absolute z-10 max-w-56 rounded-control bg-raised px-3 py-2 text-12 shadow-float tabular-nums"
    >
      <p className="mb-0.5 text-muted">{title}</p>
      {lines.map((line, index) => (
        <p key={line} className={index === 0 ? 'text-13 font-semibold' : 'text-muted'}>
          {line}
        </p>
      ))}
    </div>
  );
}
