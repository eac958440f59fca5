import { observable } from '../api/observable.js';

const NAME = 'countersign.single-keys';

/** Whether a key pressed alone does something; a person who speaks to their machine may not want that. */
export const singleKeys = observable(stored() !== 'off');

/** Switches single keys on or off from now on, in this browser. */
export function switchSingleKeys(on: boolean): void {
  singleKeys.set(on);
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}
