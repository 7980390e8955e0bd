import { useQuery } from '@tanstack/react-query';
import { emailSettings } from '#contract/order-deliveries.ts';
import { formatList } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';

/** Names the recipients of emails about paused or full orders, or says why there are none. */
export function OrderEmails() {
  const { data } = useQuery(queryOf(emailSettings, {}));
  if (data === undefined) return null;
  return <p className="text-13 text-muted">{textOf(data)}</p>;
}

function textOf({ missing, told }: { missing: readonly string[]; told: readonly string[] }): string {
  if (missing.includes('SMTP_URL')) {
    return "No email is sent when an order pauses or is full: the server's SMTP_URL isn't set.";
  }
  if (told.length === 0) {
    return "No email is sent when an order pauses or is full: no administrator's username is an email.";
  }
  return `When an order pauses or is full, ${formatList(told)} ${told.length === 1 ? 'gets' : 'get'} an email.`;
}
