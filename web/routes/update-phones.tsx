import { Link } from '@tanstack/react-router';
import { UpdateScreen } from '../features/batch-updates/phones/update-screen.tsx';
import { useTitle } from '../lib/use-title.ts';
import { buttonClass } from '../ui/button-class.ts';
import { ScreenPage } from '../ui/page.tsx';

export function UpdatePhonesPage() {
  useTitle('Update Phone Numbers');
  return (
    <ScreenPage
      title="Update Phone Numbers"
      subtitle="Update phone numbers from a file with Lead IDs"
      actions={
        <Link to="/fix-phones" className={buttonClass()}>
          Fix Phone Numbers
        </Link>
      }
    >
      <UpdateScreen />
    </ScreenPage>
  );
}
