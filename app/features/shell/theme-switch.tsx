import { THEMES, type Theme } from '~/core/shared/theme';
import { chooseTheme, useTheme } from './use-theme';

const LABELS: Record<Theme, string> = { system: 'Auto', light: 'Light', dark: 'Dark' };

/** Light, dark, or as the device says: the platform's own list, since three words need no menu of ours. */
export function ThemeSwitch({ theme: initial }: { theme: Theme }) {
  const theme = useTheme(initial);
  return (
    <label className="flex items-center gap-1 text-s text-ink-2">
      <span className="sr-only">Theme</span>
      <select
        value={theme}
        onChange={(event) =>
          chooseTheme(THEMES.find((each) => each === event.currentTarget.value) ?? 'system')
        }
        className="h-8 cursor-pointer rounded-1 bg-transparent px-1.5 font-medium text-ink-2 hover:bg-sunken hover:text-ink"
      >
        {THEMES.map((each) => (
          <option key={each} value={each} className="bg-surface text-ink">
            {LABELS[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
