import { getRouteApi } from '@tanstack/react-router';
import { ErasureList } from '../features/persons/erasure-list.tsx';
import { FindPerson } from '../features/persons/find-person.tsx';
import { ScreenPage } from '../ui/page.tsx';
import { AdministratorsOnly } from './administrators-only.tsx';

const route = getRouteApi('/protected/personal-data');

export function PersonalDataPage() {
  const { user } = route.useRouteContext();
  if (user?.isAdmin !== true) {
    return (
      <AdministratorsOnly
        title="Personal Data"
        who="administrators"
        text="They answer people who ask what is stored about them, or who want it erased."
      />
    );
  }
  return (
    <ScreenPage title="Personal Data" subtitle="See everything stored about a person, or erase it">
      <div className="flex max-w-[64rem] flex-col gap-4">
        <FindPerson />
        <ErasureList />
      </div>
    </ScreenPage>
  );
}
