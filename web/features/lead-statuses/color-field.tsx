import { RadioGroup } from 'radix-ui';
import { LEAD_STATUS_COLORS, type LeadStatusColor } from '#contract/lead-status-colors.ts';
import { STATUS_TONE } from '../../lib/lead-statuses.ts';
import { cx } from '../../ui/cx.ts';
import { TONE_FILL } from '../../ui/tone.ts';

interface ColorFieldProps {
  value: LeadStatusColor;
  onChange: (color: LeadStatusColor) => void;
}

/** Selects a status color. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">Color</legend>
      <RadioGroup.Root
        aria-label="Color"
        value={value}
        onValueChange={(next) => onChange(next as LeadStatusColor)}
        className="flex flex-wrap gap-1"
      >
        {LEAD_STATUS_COLORS.map((color) => (
          <RadioGroup.Item
            key={color}
            value={color}
            aria-label={colorName(color)}
            title={colorName(color)}
            className="grid size-9 place-items-center rounded-control border border-transparent hover:bg-hover data-[state=checked]:border-line-strong max-md:size-11"
          >
            <span aria-hidden className={cx('size-4 rounded-full', TONE_FILL[STATUS_TONE[color]])} />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </fieldset>
  );
}

function colorName(color: LeadStatusColor): string {
  return color.charAt(0).toUpperCase() + color.slice(1);
}
