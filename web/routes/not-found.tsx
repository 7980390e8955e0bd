import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { buttonClass } from '../ui/button-class.ts';
import { useTitle } from '../ui/page.tsx';

export function NotFoundPage() {
  useTitle('404 Page Not Found');
  return (
    <div className="flex flex-col items-center px-6 pt-[18vh] text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-card border border-line bg-raised text-muted">
        <MapPinOff className="size-5" strokeWidth={1.75} aria-hidden />
      </span>
      <h1 className="text-20 font-semibold">404 Page Not Found</h1>
      <p className="mt-1 text-14 text-muted">Did you forget to add the page to the router?</p>
      <Link to="/" className={`${buttonClass()} mt-5`}>
        Go to Dashboard
      </Link>
    </div>
  );
}
