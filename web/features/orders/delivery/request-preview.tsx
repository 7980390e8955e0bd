import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { listLeads } from '#contract/leads.ts';
import { type BuyerAnswer, type DeliveryTest, previewDelivery } from '#contract/order-deliveries.ts';
import { type GivenDelivery, givenDelivery } from '#contract/order-delivery.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { MessageText, ReadAnswer, RequestText } from '../../../lib/delivery-message.tsx';
import { leadLabel } from '../../../lib/lead-label.ts';
import { queryOf } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';

const MADE_UP = 'made-up';
const LEADS = 50;
const TYPING_MS = 400;

interface RequestPreviewProps {
  delivery: GivenDelivery;
  orderId: string | undefined;
  /** Conditions of the order, whose leads are offered. */
  where: readonly unknown[];
  recorded: BuyerAnswer | null;
  onRecorded: (answer: BuyerAnswer) => void;
}

/** The request as it will be sent for a lead, a test, and how its answer is read. */
export function RequestPreview({ delivery, orderId, where, recorded, onRecorded }: RequestPreviewProps) {
  const [lead, setLead] = useState(MADE_UP);
  const { data: leads } = useQuery(
    queryOf(listLeads, {
      query: { limit: LEADS, ...(where.length > 0 && { where: JSON.stringify(where) }) },
    }),
  );
  const isComplete = givenDelivery.safeParse(delivery).success;
  const body = {
    delivery,
    ...(orderId !== undefined && { orderId }),
    ...(lead !== MADE_UP && { leadId: lead }),
  };
  const shown = useDebounced(JSON.stringify({ ...body, ...(recorded && { recorded }) }), TYPING_MS);
  const preview = useQuery({
    queryKey: [previewDelivery.path, shown],
    queryFn: ({ signal }): Promise<DeliveryTest> =>
      callApi(previewDelivery, { body: JSON.parse(shown) }, signal),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const test = useMutation({
    mutationFn: () => callApi(previewDelivery, { body: { ...body, send: true } }),
    onSuccess: ({ answer }) => answer && onRecorded(answer),
  });
  const { data } = preview;
  const failure = test.error ?? (isComplete ? preview.error : null);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Lead" className="min-w-0 flex-1 basis-60">
          <Combobox
            value={lead}
            options={[
              { value: MADE_UP, label: 'Made-up values' },
              ...(leads?.leads.map((one) => ({ value: one.id, label: leadLabel(one) })) ?? []),
            ]}
            searchPlaceholder="Search leads"
            onChange={setLead}
          />
        </Field>
        <Button
          icon={Send}
          disabled={!isComplete}
          pending={test.isPending}
          pendingText="Sending..."
          onClick={() => test.mutate()}
        >
          Send Test
        </Button>
      </div>
      {!isComplete && (
        <p className="text-13 text-muted">
          Enter the address and map each field to see the request as it will be sent.
        </p>
      )}
      {failure && (
        <p role="alert" className="text-13 text-negative">
          {messageOf(failure, "Couldn't send the test. Please try again.")}
        </p>
      )}
      {isComplete && data && (
        <section aria-label="Request" className="min-w-0">
          <h4 className="mb-1.5 text-13 font-medium">Request</h4>
          <RequestText request={data.request} />
        </section>
      )}
      {test.data && test.data.answer === null && (
        <p role="status" className="text-13 text-caution">
          No answer{test.data.reason === null ? '.' : `: ${test.data.reason}`}
        </p>
      )}
      {recorded && (
        <section aria-label="Answer" className="flex min-w-0 flex-col gap-1.5">
          <h4 className="text-13 font-medium">Answer to the last test</h4>
          <MessageText text={`${recorded.status}\n\n${recorded.body}`} />
          {isComplete && data?.read != null && <ReadAnswer {...data} />}
        </section>
      )}
    </div>
  );
}
