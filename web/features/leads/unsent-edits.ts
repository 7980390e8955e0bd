import { z } from 'zod';
import type { SentTo } from '#contract/endpoint.ts';
import { updateLead } from '#contract/leads.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { draftNames, readDraft, writeDraft } from '../../lib/drafts.ts';
import { UNSENT } from '../../lib/drop-drafts.ts';
import { formatCount } from '../../lib/format.ts';
import { queryClient } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';
import { refreshLeads } from './queries.ts';

type Body = SentTo<typeof updateLead>['body'];

const unsentEdit = z.object({ lead: z.string(), body: z.custom<Body>((value) => typeof value === 'object') });

/** Saves fields of a lead. The browser keeps them until the server has answered, for the next load of the page. */
export async function sendEdit(lead: string, body: Body) {
  const name = `${UNSENT}${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  writeDraft(name, { lead, body });
  return sendKept(name, lead, body);
}

async function sendKept(name: string, lead: string, body: Body) {
  try {
    // `expected` makes repeated writes safe.
    return await callApi(updateLead, { params: { id: lead }, body }, undefined, { repeats: true });
  } finally {
    writeDraft(name, null);
  }
}

/** Sends the edits that an earlier load of the page kept, and says what became of them. */
export async function sendUnsentEdits(): Promise<void> {
  let sent = 0;
  const refused: string[] = [];
  for (const name of draftNames(UNSENT)) {
    const edit = readDraft(name, unsentEdit);
    if (edit === null) continue;
    await sendKept(name, edit.lead, edit.body).then(
      () => {
        sent += 1;
      },
      (error: Error) => {
        if (!isStored(error, edit.body))
          refused.push(`${wantedText(edit.body)}: ${messageOf(error, 'not saved')}`);
      },
    );
  }
  if (sent > 0) refreshLeads(queryClient);
  if (refused.length > 0) {
    toast({
      tone: 'destructive',
      title: `${formatCount(refused.length, 'earlier change')} not saved`,
      description: refused.join(' '),
    });
  } else if (sent > 0) {
    toast({
      title: `${formatCount(sent, 'earlier change')} saved`,
      description: 'Made before this page was loaded, and sent now.',
    });
  }
}

/** Returns the values that the user entered. */
function wantedText({ expected: _expected, customData, ...values }: Body): string {
  return Object.values({ ...values, ...customData })
    .map(String)
    .join(', ');
}

/** Detects an edit that was stored, but whose answer was lost. */
function isStored(error: Error, body: Body): boolean {
  const current = error instanceof ApiError ? error.reply.current : undefined;
  if (current === undefined) return false;
  const wanted: Record<string, unknown> = { ...body };
  return Object.entries(current).every(
    ([field, value]) => JSON.stringify(wanted[field]) === JSON.stringify(value),
  );
}
