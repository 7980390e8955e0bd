import type { ReactNode } from 'react';

interface ChartBubbleProps {
  /** Place that the bubble explains, in CSS pixels from the left of the chart, and the distance to it. */
  x: number;
  gap: number;
  /** Width of the chart. */
  width: number;
  top: number;
  title: ReactNode;
  /** Figures, the most important first. */
  lines: readonly string[];
}

/** Explains one place of a chart next to it, on the side that has more room. Screen readers read the place's own label. */
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
