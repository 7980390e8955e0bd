import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { OUTCOMES_PATH } from '#contract/live-paths.ts';
import { saveSourceCost } from '#contract/outcomes.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatMoney } from '../../../lib/money.ts';
import { PriceFields } from '../../../lib/price-fields.tsx';
import { priceProblem, priceTerms } from '../../../lib/sale-price.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { OutcomeReply } from '../queries.ts';

type Shown = Pick<OutcomeReply, 'rows' | 'costs'>;

/** Button and dialog with which administrators enter what leads of a source cost. */
export function SourceCosts(shown: Shown) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={Coins} onClick={() => setOpen(true)}>
        Source Costs
      </Button>
      {open && <CostDialog {...shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function CostDialog({ rows, costs, onClose }: Shown & { onClose: () => void }) {
  const client = useQueryClient();
  const [source, setSource] = useState('');
  const [draft, setDraft] = useState({ price: '', currency: '' });
  const [asked, ask] = useAsked();
  const costOf = (name: string) => costs.find((one) => one.source === name);
  const names = [...new Set([...rows, ...costs].map((one) => one.source))].filter((name) => name !== '');
  const problem = priceProblem(draft);
  const save = useMutation({
    mutationFn: () => {
      const { price = null, currency = null } = priceTerms(draft);
      return callApi(saveSourceCost, { body: { source, cost: price, currency } });
    },
    onSuccess: () => {
      toast({ title: 'Cost saved', description: source });
      void client.invalidateQueries({ queryKey: [OUTCOMES_PATH] });
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't save the cost"),
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Source Costs"
      description="What you pay for a lead of a source. The margin is your revenue minus these costs; rejected leads cost nothing."
      action="Save Cost"
      pending={save.isPending}
      pendingText="Saving..."
      onAction={(form) => (source === '' || problem !== null ? ask(form) : save.mutate())}
    >
      <Field label="Source" error={asked && source === '' ? 'Choose a source' : undefined}>
        <Combobox
          value={source}
          searchPlaceholder="Find a source"
          options={names.sort().map((name) => {
            const cost = costOf(name);
            const hint = cost && formatMoney({ amount: cost.cost, currency: cost.currency });
            return { value: name, label: name, ...(hint !== undefined && { hint }) };
          })}
          onChange={(name) => {
            const cost = costOf(name);
            setSource(name);
            setDraft({ price: cost?.cost ?? '', currency: cost?.currency ?? draft.currency });
          }}
        />
      </Field>
      <PriceFields
        label="Cost per lead"
        help="Leave blank for none."
        draft={draft}
        problem={problem && { ...problem, message: problem.message.replace('price', 'cost') }}
        asked={asked}
        onEdit={(change) => setDraft({ ...draft, ...change })}
      />
    </ActionDialog>
  );
}
