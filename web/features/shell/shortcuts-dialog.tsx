import { Fragment } from 'react';
import { SHORTCUTS, type Shortcut } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';

const MAC = /Mac|iP(hone|ad|od)/;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard Shortcuts" wide scrolls>
      <div className="gap-x-8 pb-1 sm:columns-2">
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-13 font-semibold">{title}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.does} className="flex items-center justify-between gap-4 py-1 text-13">
                  <dt className="text-muted">{shortcut.does}</dt>
                  <dd className="flex shrink-0 flex-wrap items-center justify-end gap-1">
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ shortcut }: { shortcut: Shortcut }) {
  return shortcut.keys.map((keys, index) => (
    <Fragment key={keys}>
      {index > 0 && <span className="px-0.5 text-12 text-muted">or</span>}
      {keys.split('+').map((key) => (
        <Kbd key={key}>{key === 'Ctrl' && MAC.test(navigator.userAgent) ? '⌘' : key}</Kbd>
      ))}
    </Fragment>
  ));
}
