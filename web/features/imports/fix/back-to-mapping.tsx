import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button-class.ts';

/** Link back to the mapping. */
export function BackToMapping({ uploadId, primary = false }: { uploadId: string; primary?: boolean }) {
  return (
    <Link
      to="/import"
      search={{ draft: uploadId }}
      className={buttonClass(primary ? 'primary' : 'secondary')}
    >
      Back to Mapping
    </Link>
  );
}
