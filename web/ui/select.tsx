import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { cx } from './cx.ts';
import type { ControlProps } from './field.tsx';
import { groupedOptions, type Option } from './option.ts';
import { CONTROL } from './text-input.tsx';

export interface SelectProps<T extends string> extends ControlProps {
  /** '' selects none. */
  value: T | '';
  onChange: (value: T) => void;
  options: readonly Option<T>[];
  disabled?: boolean;
  className?: string;
}

function Item({ option }: { option: Option }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled === true}
      className="flex h-8 cursor-default items-center gap-2 rounded-control pr-8 pl-2.5 text-14 outline-none select-none data-disabled:opacity-45 data-highlighted:bg-neutral-tint max-md:h-11"
    >
      <Radix.ItemText>{option.label}</Radix.ItemText>
      {option.hint && <span className="ml-auto text-12 text-muted">{option.hint}</span>}
      <Radix.ItemIndicator className="absolute right-3">
        <Check className="size-4 text-accent" aria-hidden />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

/** Selects one of up to about 12 options; use Combobox for more. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, onChange, options, disabled = false, className, ...trigger } = props;
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} disabled={disabled}>
      <Radix.Trigger {...trigger} className={cx(CONTROL, 'flex items-center gap-2 text-left', className)}>
        <span className="min-w-0 flex-1 truncate">
          <Radix.Value />
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          aria-label={trigger['aria-label'] ?? 'Options'}
          className="z-50 max-h-80 min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-card bg-raised shadow-float"
        >
          <Radix.Viewport className="p-1">
            {groupedOptions(options).map(([group, members]) => (
              <Radix.Group key={group}>
                {group && (
                  <Radix.Label className="px-2.5 pt-2 pb-1 text-12 font-medium text-muted">
                    {group}
                  </Radix.Label>
                )}
                {members.map((option) => (
                  <Item key={option.value} option={option} />
                ))}
              </Radix.Group>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
