import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { customFieldName } from '#contract/lead-fields.ts';
import { findSimilarLead } from '#contract/similar-lead.ts';
import { callApi } from '../../../lib/call-api.ts';
import { similarShare } from '../../../lib/similar-text.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { NewLeadDraft } from './new-lead-draft.ts';

/** Milliseconds without typing after which the draft is compared. */
const TYPING_MS = 400;
const COMPARED = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postcode'] as const;
/** A field alone says too little. */
const FIELDS_MIN = 2;

interface SimilarNoticeProps {
  draft: NewLeadDraft;
  onOpen: (id: string) => void;
}

/** Says who the lead of a draft likely is already. */
export function SimilarNotice({ draft, onOpen }: SimilarNoticeProps) {
  const typed = useDebounced(JSON.stringify(comparedOf(draft)), TYPING_MS);
  const body = JSON.parse(typed) as ReturnType<typeof comparedOf>;
  const { data } = useQuery({
    queryKey: [findSimilarLead.path, typed],
    queryFn: () => callApi(findSimilarLead, { body }),
    enabled: Object.keys(body).length + Object.keys(body.customData).length > FIELDS_MIN,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const similar = data?.similar;
  if (similar == null) return null;
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" onClick={() => onOpen(similar.leadId)}>
          Open That Lead
        </Button>
      }
    >
      Likely the same person as {similar.name}
      {similarShare(similar)}
    </Notice>
  );
}

function comparedOf(draft: NewLeadDraft) {
  const texts = Object.entries(draft).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
  );
  const fields = texts.filter(([field]) => COMPARED.some((name) => name === field));
  const custom = texts.flatMap(([field, value]) => {
    const name = customFieldName(field);
    return name === null ? [] : [[name, value] as const];
  });
  return {
    ...(Object.fromEntries(fields) as Partial<Record<(typeof COMPARED)[number], string>>),
    customData: Object.fromEntries(custom),
  };
}
