import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { createOrder, type Order, updateOrder } from '#contract/orders.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { CustomerField } from '../../lib/customer-field.tsx';
import { refreshOrders } from '../../lib/orders.ts';
import { PriceFields } from '../../lib/price-fields.tsx';
import { useSalePrice } from '../../lib/sale-price.ts';
import { showReason } from '../../lib/show-failure.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CapsInput } from './caps-input.tsx';
import { DeliveryInputs } from './delivery/delivery-inputs.tsx';
import { HoursInput } from './hours-input.tsx';
import type { OrderConditionsProps } from './order-conditions.ts';
import { draftOf, type OrderDraft, type OrderProblems, orderOf, problemsOf } from './order-draft.ts';
import { SalesRules } from './sales-rules.tsx';
import { SigningSecret } from './signing-secret.tsx';

interface OrderSheetProps {
  /** Undefined for a new order. */
  order: Order | undefined;
  /** Customer of a new order. */
  customer: string | undefined;
  Conditions: ComponentType<OrderConditionsProps>;
  onClose: () => void;
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function zoneOptions(kept: string) {
  const zones = ZONES.includes(kept) ? ZONES : [kept, ...ZONES];
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

const WHEN_CLOSED = [
  { value: 'skip', label: 'Take no leads', help: 'They go to the next order.' },
  { value: 'wait', label: 'Take leads', help: 'They are sold now and delivered when the order opens.' },
] as const;

/** Form of an order. */
export function OrderSheet({ order, customer, Conditions, onClose }: OrderSheetProps) {
  const form = useId();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(order, customer));
  const [refused, setRefused] = useState<OrderProblems>({});
  const [asked, ask] = useAsked();
  const price = useSalePrice(
    draft.customerNumber,
    order && { price: order.price ?? '', currency: order.currency ?? '' },
  );
  const sent = orderOf(draft, price.draft);
  const found = problemsOf(sent);
  const problems: OrderProblems = asked ? { ...refused, ...found } : refused;
  const edit = (change: Partial<OrderDraft>) => {
    setDraft((now) => ({ ...now, ...change }));
    setRefused({});
  };
  const save = useMutation({
    mutationFn: () =>
      order === undefined
        ? callApi(createOrder, { body: sent })
        : callApi(updateOrder, { params: { id: order.id }, body: sent }),
    onSuccess: ({ name, delivery }) => {
      toast({ title: order === undefined ? 'Order added' : 'Order saved', description: name });
      refreshOrders(client);
      // A new secret is shown once.
      if (delivery.kind !== 'webhook' || delivery.secret === undefined) onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field !== undefined && error.serverMessage !== undefined) {
        setRefused({ [error.field]: error.serverMessage });
      }
      showReason(error, "Couldn't save the order");
    },
  });
  const made = save.data?.delivery.kind === 'webhook' ? save.data.delivery.secret : undefined;
  if (made !== undefined) return <SigningSecret secret={made} onClose={onClose} />;
  const priceProblem = problems['price'] ?? problems['currency'];
  const number = (key: 'priority' | 'weight' | 'duplicateDays', label: string, help: string) => (
    <Field label={label} help={help} error={problems[key]}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        className="tabular-nums"
        value={draft[key]}
        onChange={({ target }) => edit({ [key]: target.value })}
      />
    </Field>
  );
  return (
    <Sheet
      onClose={onClose}
      title={order === undefined ? 'Add Order' : 'Edit Order'}
      className="w-[44rem]"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            pending={save.isPending}
            pendingText="Saving..."
          >
            {order === undefined ? 'Add Order' : 'Save Order'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        aria-label="Order"
        className="flex flex-col divide-y divide-line"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles it to forms around the sheet.
          event.stopPropagation();
          if (save.isPending) return;
          if (Object.keys(found).length > 0) ask(event.currentTarget);
          else save.mutate();
        }}
      >
        <Part title="Buyer">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <CustomerField
              help={price.customerName}
              error={problems['customerNumber']}
              placeholder="e.g. C-1042"
              value={draft.customerNumber}
              onChange={(customerNumber) => edit({ customerNumber })}
            />
            <Field label="Name" error={problems['name']}>
              <TextInput
                autoComplete="off"
                maxLength={100}
                placeholder="e.g. Solar Germany"
                value={draft.name}
                onChange={({ target }) => edit({ name: target.value })}
              />
            </Field>
          </div>
          <PriceFields
            label="Price per lead"
            draft={price.draft}
            onEdit={(change) => {
              price.edit(change);
              setRefused({});
            }}
            problem={
              priceProblem === undefined
                ? price.problem
                : { at: problems['price'] === undefined ? 'currency' : 'price', message: priceProblem }
            }
            asked={asked || priceProblem !== undefined}
          />
        </Part>
        <Part
          title="Leads"
          text={
            draft.where.length === 0
              ? 'All leads, unless you add a condition.'
              : 'Leads that meet all conditions.'
          }
        >
          {/* React bubbles the builder's submit out of its popover. */}
          <fieldset className="min-w-0" onSubmit={(event) => event.stopPropagation()}>
            <legend className="sr-only">Conditions</legend>
            <Conditions where={draft.where} onChange={(where) => edit({ where })} />
          </fieldset>
          {problems['where'] !== undefined && (
            <p role="alert" className="text-13 text-negative">
              {problems['where']}
            </p>
          )}
          <SalesRules customer={draft.customerNumber} />
        </Part>
        <Part title="Caps" text="How much the customer takes. Without a cap, the order takes every lead.">
          <CapsInput caps={draft.caps} problems={problems} onCaps={(caps) => edit({ caps })} />
        </Part>
        <Part title="Hours" text="When the order takes leads. Without opening hours, it's always open.">
          <Field
            label="Time Zone"
            help="Days of hours and caps begin at midnight there, weeks on Monday."
            error={problems['timeZone']}
            className="sm:w-80"
          >
            <Combobox
              value={draft.timeZone}
              options={zoneOptions(draft.timeZone)}
              searchPlaceholder="Search time zones"
              onChange={(timeZone) => edit({ timeZone })}
            />
          </Field>
          <Field
            label="Last Day"
            help="The order pauses after it. Leave blank for no end."
            error={problems['endsOn']}
            className="sm:w-80"
          >
            <TextInput
              type="date"
              value={draft.endsOn}
              onChange={({ target }) => edit({ endsOn: target.value })}
            />
          </Field>
          <HoursInput hours={draft.hours} problems={problems} onHours={(hours) => edit({ hours })} />
          {draft.hours.length > 0 && (
            <div className="flex flex-col gap-1.5">
              <p className="text-13 font-medium">When closed</p>
              <RadioGroup
                label="When closed"
                value={draft.whenClosed}
                options={WHEN_CLOSED}
                onChange={(whenClosed) => edit({ whenClosed })}
              />
            </div>
          )}
        </Part>
        <Part title="Sharing">
          <div className="grid items-start gap-4 sm:grid-cols-3">
            {number('priority', 'Priority', '1 comes first.')}
            {number('weight', 'Weight', 'Share among orders of the same priority.')}
            {number('duplicateDays', 'Duplicate Days', 'Skips people this customer bought before. 0 is off.')}
          </div>
          <Switch
            label="Exclusive"
            help="Takes only unsold leads and keeps them from other customers."
            checked={draft.exclusive}
            onChange={(exclusive) => edit({ exclusive })}
          />
          <Switch
            label="Sell new leads automatically"
            help="From imports, forms and the API, as they arrive."
            checked={draft.autoSell}
            onChange={(autoSell) => edit({ autoSell })}
          />
        </Part>
        <Part title="Delivery" text="How sold leads reach the buyer.">
          <DeliveryInputs
            draft={draft.delivery}
            order={order}
            where={draft.where}
            problems={problems}
            onEdit={(change) => edit({ delivery: { ...draft.delivery, ...change } })}
          />
        </Part>
      </form>
    </Sheet>
  );
}

interface PartProps {
  title: string;
  text?: string;
  children: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-4 px-5 py-5">
      <div>
        <h3 className="text-14 font-semibold">{title}</h3>
        {text !== undefined && <p className="mt-0.5 text-13 text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
