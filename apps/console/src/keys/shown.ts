import { watched } from '../api/watched.js';

/** What is open above the page: the palette, or the list of shortcuts. */
export const shown = watched<'palette' | 'shortcuts' | null>(null);
