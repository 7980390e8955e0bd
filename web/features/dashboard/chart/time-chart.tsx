import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { type PointerEvent, useRef, useState } from 'react';
import type { ActivityStep } from '#contract/dashboard.ts';
import { formatDays } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { LANGUAGE } from '../../../ui/format-number.ts';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import type { DayRange } from '../period/period.ts';
import { ChartBubble } from './chart-bubble.tsx';

export interface ChartStep extends DayRange {
  /** Bar parts from the bottom up; the first is filled, others are outlined. */
  parts: readonly number[];
  /** Most important first. */
  words: readonly string[];
}

interface TimeChartProps {
  /** Accessible name. */
  label: string;
  step: ActivityStep;
  steps: readonly ChartStep[];
  /** Formats axis values. */
  short: (value: number) => string;
  /** Allows axis values between whole numbers. */
  fractions: boolean;
}

/** CSS pixels. */
export const CHART_HEIGHT = 240;
const MARGIN = { top: 8, right: 20, bottom: 24, left: 48 };
const PLOT_HEIGHT = CHART_HEIGHT - MARGIN.top - MARGIN.bottom;
const LABEL_GAP = 76;
const MIN_BAR = 2;
const AXIS_TEXT = 'fill-muted text-[12px] tabular-nums';

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

/**
 * Bar chart by step. A slider makes it a single tab stop: keys move between steps, and a bubble
 * explains the focused or hovered step.
 */
export function TimeChart({ label, step, steps, short, fractions }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, 800);
  const [current, setCurrent] = useState<number | null>(null);
  const [focused, setFocused] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const last = steps.length - 1;
  const at = Math.min(current ?? last, last);
  const shown = pointed ?? (focused ? at : null);
  const shownStep = shown === null ? undefined : steps[shown];
  const textOf = (one: ChartStep | undefined) => one && `${formatDays(one)}: ${one.words.join(', ')}`;

  const plotWidth = Math.max(1, width - MARGIN.left - MARGIN.right);
  const x = scaleBand({ domain: steps.map(({ from }) => from), range: [0, plotWidth], padding: 0.25 });
  const most = Math.max(0, ...steps.map(({ parts }) => sumOf(parts)));
  const y = scaleLinear({ domain: [0, most || 1], range: [PLOT_HEIGHT, 0], nice: 4 });
  const ticks = y.ticks(4).filter((tick) => fractions || Number.isInteger(tick));

  function onPointer(event: PointerEvent) {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left - MARGIN.left) / plotWidth) * steps.length);
    setPointed(Math.min(last, Math.max(0, index)));
  }

  return (
    <div
      ref={frame}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      // On touch, the pointed step stays until scrolling.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(null)}
      onPointerCancel={() => setPointed(null)}
      className="relative touch-pan-y"
      style={{ height: CHART_HEIGHT }}
    >
      <input
        type="range"
        aria-label={label}
        aria-valuetext={textOf(steps[at])}
        min={0}
        max={last}
        value={at}
        onChange={(event) => setCurrent(Number(event.target.value))}
        onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
        className="peer pointer-events-none absolute inset-0 opacity-0"
      />
      <svg
        aria-hidden
        width={width}
        height={CHART_HEIGHT}
        className="absolute inset-0 overflow-visible rounded-control outline-offset-4 outline-accent peer-focus-visible:outline-2"
      >
        <g transform={`translate(${MARGIN.left}, ${MARGIN.top})`}>
          {ticks.map((tick) => (
            <line key={tick} x2={plotWidth} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          ))}
          <AxisLeft
            scale={y}
            tickValues={ticks}
            tickFormat={(tick) => short(Number(tick))}
            hideAxisLine
            hideTicks
            tickLabelProps={{ className: AXIS_TEXT, fill: '', dx: -4, fontFamily: 'inherit' }}
          />
          <AxisBottom
            top={PLOT_HEIGHT}
            scale={x}
            tickValues={dateTicks(steps, plotWidth, LABEL_GAP)}
            tickFormat={tickFormat(steps, step)}
            hideAxisLine
            hideTicks
            tickLength={4}
            tickLabelProps={{ className: AXIS_TEXT, fill: '', fontFamily: 'inherit' }}
          />
          {steps.map((one, index) => (
            <StackedBar
              key={one.from}
              parts={one.parts}
              left={x(one.from) ?? 0}
              width={x.bandwidth()}
              heightOf={(value) => PLOT_HEIGHT - y(value)}
              dimmed={shown !== null && shown !== index}
            />
          ))}
        </g>
      </svg>
      {shownStep && (
        <ChartBubble
          x={MARGIN.left + (x(shownStep.from) ?? 0) + x.bandwidth() / 2}
          gap={x.bandwidth() / 2 + 10}
          width={width}
          top={0}
          title={formatDays(shownStep)}
          lines={shownStep.words}
        />
      )}
    </div>
  );
}

interface StackedBarProps {
  parts: readonly number[];
  left: number;
  width: number;
  heightOf: (value: number) => number;
  dimmed: boolean;
}

function StackedBar({ parts, left, width, heightOf, dimmed }: StackedBarProps) {
  let top = PLOT_HEIGHT;
  return (
    <g className={cx(dimmed && 'opacity-40')}>
      {parts.map((part, layer) => {
        if (part <= 0) return null;
        const height = Math.max(MIN_BAR, heightOf(part));
        top -= height;
        return (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: layers have no other identity and never move.
            key={layer}
            x={left}
            y={top}
            width={width}
            height={height}
            rx={Math.min(2, width / 4)}
            className={layer === 0 ? 'fill-info' : 'fill-info-tint stroke-info'}
          />
        );
      })}
    </g>
  );
}

const DAY = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', day: 'numeric' });
const MONTH = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', year: 'numeric' });

/** Returns the labeled steps' first days: the latest and every n-th before it, `gap` pixels apart. */
export function dateTicks(steps: readonly DayRange[], width: number, gap: number): string[] {
  const room = Math.max(1, Math.floor(width / gap));
  const every = Math.ceil(steps.length / room);
  return steps.filter((_, index) => (steps.length - 1 - index) % every === 0).map(({ from }) => from);
}

/** Returns the tick format: days, or months with their year if a day is ambiguous. */
export function tickFormat(steps: readonly DayRange[], step: ActivityStep): (day: string) => string {
  const years = steps.at(-1)?.from.slice(0, 4) !== steps[0]?.from.slice(0, 4);
  const format = step === 'month' || (step === 'week' && years) ? MONTH : DAY;
  return (day) => format.format(new Date(`${day}T00:00:00`));
}
