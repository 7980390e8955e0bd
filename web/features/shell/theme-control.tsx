import { Moon, Sun } from 'lucide-react';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Switches between light and dark theme. */
export function ThemeControl() {
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? 'Use light theme' : 'Use dark theme'}
      side="bottom"
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}
