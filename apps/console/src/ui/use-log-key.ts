import { useQuery } from '@tanstack/react-query';
import { servedKeyQuery } from '../api/queries/audit.js';
import { pinnedKey } from '../proof/pinned-key.js';
import { shellQuoted } from './shell-quoted.js';

/** Returns the log's key for a command line, quoted: the one that the person has pinned, else the one that the service has. */
export function useLogKey(): { readonly key: string; readonly isPinned: boolean } {
  const served = useQuery(servedKeyQuery).data ?? '<name+id+key>';
  const pinned = pinnedKey();
  return { key: shellQuoted(pinned?.key ?? served), isPinned: pinned !== null };
}
