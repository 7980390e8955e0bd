import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getOrganizationSettings, updateOrganizationSettings } from '#contract/organization-settings.ts';
import { callApi } from '../../lib/call-api.ts';
import { countryOptions, NO_COUNTRY } from '../../lib/country-options.ts';
import { queryOf } from '../../lib/query.ts';
import { showReason } from '../../lib/show-failure.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';

const settingsQuery = queryOf(getOrganizationSettings, {});

/** Country by which phones without a country code are read. */
export function DefaultCountry({ editable }: { editable: boolean }) {
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const change = useMutation({
    mutationFn: (defaultCountry: string | null) =>
      callApi(updateOrganizationSettings, { body: { defaultCountry } }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      toast({ title: 'Default country saved' });
    },
    onError: (error) => showReason(error, "Couldn't save the default country"),
  });
  return (
    <Field label="Default Country" help="Used to read phones without a country code in lists.">
      <Combobox
        value={data?.defaultCountry ?? NO_COUNTRY}
        disabled={!editable || data === undefined}
        options={countryOptions()}
        placeholder="Choose a country"
        searchPlaceholder="Search countries"
        onChange={(country) => change.mutate(country === NO_COUNTRY ? null : country)}
      />
    </Field>
  );
}
