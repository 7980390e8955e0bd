import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SentTo } from '#contract/endpoint.ts';
import { listOwners } from '#contract/lead-owners.ts';
import { type LeadDetail, updateLead } from '#contract/leads.ts';
import { NEXT_STEP_MAX } from '#contract/limits.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { dayFromToday, formatDate } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { leadQuery, refreshLeads } from '../queries.ts';
import { CallOutcomes } from './call-outcomes.tsx';

const NOBODY = 'none';
const ROW = 'grid grid-cols-[8.5rem_minmax(0,1fr)] items-start gap-x-2 py-0.5 text-13';

interface NextStepProps {
  lead: LeadDetail;
  disabled: boolean;
}

export function NextStep({ lead, disabled }: NextStepProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: Pick<SentTo<typeof updateLead>['body'], 'ownerId' | 'nextStep'>) =>
      callApi(updateLead, { params: { id: lead.id }, body }),
    onSuccess: (saved) => {
      client.setQueryData(leadQuery(lead.id).queryKey, saved);
      refreshLeads(client);
    },
  });
  const { owner, nextStep } = lead;
  return (
    <>
      <OwnerRow
        lead={lead}
        disabled={disabled || save.isPending}
        onOwner={(ownerId) => save.mutate({ ownerId })}
      />
      {disabled ? (
        <p className={ROW}>
          <span className="text-muted">Next Step</span>
          <span>
            {nextStep ? [formatDate(nextStep.dueOn), nextStep.note].filter(Boolean).join(' · ') : '–'}
          </span>
        </p>
      ) : (
        <StepForm
          key={`${owner?.id} ${nextStep?.dueOn} ${nextStep?.note}`}
          nextStep={nextStep}
          pending={save.isPending}
          onSave={(step) => save.mutate({ nextStep: step })}
        />
      )}
      {save.error && (
        <p role="alert" className="text-13 text-negative">
          {messageOf(save.error, 'Not saved. Please try again.')}
        </p>
      )}
      {!disabled && <CallOutcomes lead={lead} />}
    </>
  );
}

interface OwnerRowProps extends NextStepProps {
  onOwner: (id: string | null) => void;
}

function OwnerRow({ lead: { owner }, disabled, onOwner }: OwnerRowProps) {
  const id = useId();
  const { data: owners = owner ? [owner] : [] } = useQuery(queryOf(listOwners, {}));
  return (
    <div className={ROW}>
      <label htmlFor={id} className="pt-1.5 text-muted max-md:pt-3">
        Owner
      </label>
      <Combobox
        id={id}
        value={owner?.id ?? NOBODY}
        options={[
          { value: NOBODY, label: 'Nobody' },
          ...owners.map((each) => ({ value: each.id, label: each.username })),
        ]}
        searchPlaceholder="Search users"
        disabled={disabled}
        className="h-8 text-13 max-md:h-11 print:hidden"
        onChange={(value) => onOwner(value === NOBODY ? null : value)}
      />
      <span className="hidden print:block">{owner?.username ?? '–'}</span>
    </div>
  );
}

interface StepFormProps {
  nextStep: LeadDetail['nextStep'];
  pending: boolean;
  onSave: (step: { dueOn: string; note: string } | null) => void;
}

function StepForm({ nextStep, pending, onSave }: StepFormProps) {
  const [dueOn, setDueOn] = useState(nextStep?.dueOn ?? '');
  const [note, setNote] = useState(nextStep?.note ?? '');
  const isChanged = dueOn !== (nextStep?.dueOn ?? '') || note !== (nextStep?.note ?? '');
  const isOverdue = nextStep !== null && nextStep.dueOn < dayFromToday(0);
  return (
    <form
      className={ROW}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onSave(dueOn === '' ? null : { dueOn, note });
      }}
    >
      <span className="pt-1.5 text-muted max-md:pt-3">
        Next Step
        {isOverdue && <span className="block text-caution">Overdue</span>}
      </span>
      <div className="flex flex-wrap gap-1.5 print:hidden">
        <TextInput
          type="date"
          aria-label="Next step due"
          className="h-8 w-36 text-13 max-md:h-11"
          value={dueOn}
          onChange={({ target }) => setDueOn(target.value)}
        />
        <TextInput
          aria-label="Next step"
          placeholder="What comes next"
          maxLength={NEXT_STEP_MAX}
          className="h-8 min-w-32 flex-1 text-13 max-md:h-11"
          value={note}
          onChange={({ target }) => {
            setNote(target.value);
            if (dueOn === '') setDueOn(dayFromToday(1));
          }}
        />
        {isChanged && (
          <Button type="submit" size="small" variant="primary" pending={pending}>
            Save
          </Button>
        )}
        {!isChanged && nextStep && (
          <Button size="small" pending={pending} onClick={() => onSave(null)}>
            Done
          </Button>
        )}
      </div>
      {nextStep && (
        <span className="hidden print:block">
          {[formatDate(nextStep.dueOn), nextStep.note].filter(Boolean).join(' · ')}
        </span>
      )}
    </form>
  );
}
