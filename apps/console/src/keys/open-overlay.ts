import { observable } from '../api/observable.js';

/** What is open above the page: the palette, or the list of shortcuts. */
export const openOverlay = observable<'palette' | 'shortcuts' | null>(null);
