import { useQuery } from '@tanstack/react-query';
import { matchTemplate } from '#contract/import-templates.ts';
import type { Upload } from '#contract/uploads.ts';
import { queryOf } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { draftFor, type ImportDraft } from '../plan/draft.ts';
import { choicesKey, firstDraft, templateDraft } from '../plan/saved-mapping.ts';

interface TemplateOfferProps {
  /** Without column tools applied. */
  upload: Upload;
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
}

/** Offers the template that fits the file, until the mapping is changed. */
export function TemplateOffer({ upload, draft, onEdit }: TemplateOfferProps) {
  const { columns } = upload;
  const { data } = useQuery({
    ...queryOf(matchTemplate, { body: { columns } }),
    enabled: columns.length > 0,
    staleTime: 0,
  });
  if (!data?.match) return null;
  const { template, plan } = data.match;
  const now = choicesKey(draft);
  const isUnchanged = [firstDraft(upload), draftFor(upload)].some((one) => choicesKey(one) === now);
  if (!isUnchanged || choicesKey(templateDraft(draft, upload, plan)) === now) return null;
  return (
    <Notice
      title={`Template ${template.name} fits this file`}
      action={
        <Button size="small" onClick={() => onEdit((current) => templateDraft(current, upload, plan))}>
          Use Template
        </Button>
      }
    />
  );
}
