import type { Order } from '#contract/orders.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { OrderProblems } from '../order-draft.ts';
import type { DeliveryDraft } from './delivery-draft.ts';
import { EmailInputs, SftpInputs } from './file-inputs.tsx';
import { WebhookInputs } from './webhook-inputs.tsx';

const KINDS = [
  { value: 'none', label: 'None', help: 'You send files yourself.' },
  { value: 'webhook', label: 'Webhook', help: 'Each lead at once.' },
  { value: 'email', label: 'Email', help: 'Link or file.' },
  { value: 'sftp', label: 'SFTP', help: 'Files in a folder.' },
] as const;

interface DeliveryInputsProps {
  draft: DeliveryDraft;
  order: Order | undefined;
  where: readonly unknown[];
  problems: OrderProblems;
  onEdit: (change: Partial<DeliveryDraft>) => void;
}

/** How sold leads reach the buyer. */
export function DeliveryInputs({ draft, order, where, problems, onEdit }: DeliveryInputsProps) {
  const file = { draft, problems, onEdit, hasKey: order?.delivery.kind === 'sftp' };
  return (
    <>
      <RadioGroup label="Delivery" value={draft.kind} options={KINDS} onChange={(kind) => onEdit({ kind })} />
      {problems['delivery'] !== undefined && (
        <p role="alert" className="text-13 text-negative">
          {problems['delivery']}
        </p>
      )}
      {draft.kind === 'webhook' && (
        <WebhookInputs draft={draft} orderId={order?.id} where={where} problems={problems} onEdit={onEdit} />
      )}
      {draft.kind === 'email' && <EmailInputs {...file} />}
      {draft.kind === 'sftp' && <SftpInputs {...file} />}
    </>
  );
}
