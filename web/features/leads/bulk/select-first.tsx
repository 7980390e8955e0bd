import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { firstLeads } from '#contract/leads.ts';
import { SELECTED_LEADS_MAX } from '#contract/limits.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

export interface SelectFirstProps {
  filter: LeadFilter;
  sort: LeadSort;
  /** Matching leads. */
  total: number;
  onSelect: (ids: readonly string[]) => void;
}

/** Selects the list's first leads, as many as the user enters. */
export function SelectFirst({ filter, sort, total, onSelect }: SelectFirstProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const most = Math.min(total, SELECTED_LEADS_MAX);
  const first = Number(text);
  const isValid = /^\d+$/.test(text.trim()) && first >= 1 && first <= most;
  const find = useMutation({
    mutationFn: () => callApi(firstLeads, { query: { ...filter, ...sort, first } }),
    onSuccess: ({ ids }) => {
      onSelect(ids);
      setOpen(false);
    },
  });
  const failure = find.error
    ? messageOf(find.error, "Couldn't select the leads. Please try again.")
    : undefined;
  const problem =
    text.trim() !== '' && !isValid ? `Enter a number from 1 to ${formatNumber(most)}.` : failure;
  return (
    <>
      <Button
        ref={anchor}
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Select First…
      </Button>
      <Popover open={open} onOpenChange={setOpen} anchor={anchor} align="start" label="Select first leads">
        <form
          className="flex flex-col gap-3 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid && !find.isPending) find.mutate();
          }}
        >
          <Field
            label="Number of leads"
            help={`From the top of the list, at most ${formatNumber(most)}.`}
            error={problem}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            size="small"
            variant="primary"
            className="self-end"
            disabled={!isValid}
            pending={find.isPending}
            pendingText="Selecting..."
          >
            Select
          </Button>
        </form>
      </Popover>
    </>
  );
}
