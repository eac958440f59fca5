import { observable } from '../api/observable.js';

const NAME = 'countersign.theme';

/** `system` follows the machine. src/first.js reads the choice before the first paint. */
export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** What the person chose. */
export const theme = observable<Theme>(
  THEMES.find((each) => each === document.documentElement.dataset.theme) ?? 'system',
);

/** Shows the console in these colours from now on, in this browser. */
export function chooseTheme(next: Theme): void {
  theme.set(next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  try {
    if (next === 'system') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, next);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}
