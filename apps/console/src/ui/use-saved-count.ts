import { useState } from 'react';

/**
 * Returns how often the row was saved, for the key of its form, which then begins anew, and what to call after each save.
 *
 * @param query reads the row
 */
export function useSavedCount(query: { refetch: () => Promise<unknown> }): [number, () => Promise<void>] {
  const [saved, setSaved] = useState(0);
  const onSaved = async (): Promise<void> => {
    await query.refetch();
    setSaved(saved + 1);
  };
  return [saved, onSaved];
}
