import { useQuery } from '@tanstack/react-query';
import { type LeadSelection, previewBulk } from '#contract/bulk.ts';
import { CHANNEL_LABELS, type ConsentChannel } from '#contract/consent-fields.ts';
import { getConsentRules } from '#contract/consents.ts';
import { Notice } from '../ui/notice.tsx';
import { callApi } from './call-api.ts';
import { formatCount } from './format.ts';
import { queryOf } from './query.ts';

export const consentRulesQuery = queryOf(getConsentRules, {});

/** Returns how many leads of a selection lack a required consent; undefined until counted. */
export function useNoConsent(selection: LeadSelection): number | undefined {
  const { data: rules } = useQuery(consentRulesQuery);
  const isRequired = rules !== undefined && rules.required.length > 0;
  const { data } = useQuery({
    queryKey: [previewBulk.path, selection],
    queryFn: () => callApi(previewBulk, { body: { selection } }),
    enabled: isRequired,
    gcTime: 0,
  });
  return data?.noConsent;
}

function channelsText(required: readonly ConsentChannel[]): string {
  return required.map((channel) => CHANNEL_LABELS[channel]).join(', ');
}

interface NoConsentNoticeProps {
  count: number | undefined;
  /** Their fate in words: `are left out`. */
  left: string;
}

/** Says how many leads lack a required consent; nothing if none does. */
export function NoConsentNotice({ count, left }: NoConsentNoticeProps) {
  const { data: rules } = useQuery(consentRulesQuery);
  if (!count || rules === undefined) return null;
  return <Notice tone="caution">{noConsentText(count, left, rules.required)}</Notice>;
}

/** Returns `3 leads are left out: they lack the consent you require (Phone).` */
export function noConsentText(count: number, left: string, required: readonly ConsentChannel[]): string {
  const lack = count === 1 ? 'it lacks' : 'they lack';
  return `${formatCount(count, 'lead')} ${left}: ${lack} the consent you require (${channelsText(required)}).`;
}
