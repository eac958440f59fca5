import { DiscoveryNotes } from './discovery-notes.js';
import type { DiscoveredSecret } from './store-driver.js';

const PAGE_ITEMS = 1000;
// The bulk route accepts 8 MiB (D5); half of it leaves room for escapes.
const PAGE_CHARACTERS = 4 * 1024 * 1024;
/** Maximum number of keys of a secret at the bulk route. */
const MAX_KEYS = 1000;
const MAX_LABELS = 64;
const LABEL_NAME = /^[^\p{Cc}\\]{1,320}$/u;
const MAX_LABEL_VALUE = 1024;

/**
 * Groups secrets into pages that the bulk route accepts: at most 1,000 and about 4 MiB, each ref once. If a secret has too
 * many keys or labels, the first ones are reported and the other keys counted; labels that the route would reject are
 * skipped, so that one odd secret doesn't fail the whole page.
 */
export async function* discoveryPages(
  secrets: AsyncIterable<DiscoveredSecret>,
  notes = new DiscoveryNotes(),
): AsyncGenerator<DiscoveredSecret[]> {
  let page = new Map<string, DiscoveredSecret>();
  let characters = 0;
  for await (const secret of secrets) {
    // A list that changes while it is read may contain a secret twice.
    if (page.has(secret.ref)) continue;
    const fitting = cut(secret, notes);
    const size = JSON.stringify(fitting).length;
    if (page.size === PAGE_ITEMS || (page.size > 0 && characters + size > PAGE_CHARACTERS)) {
      yield [...page.values()];
      page = new Map();
      characters = 0;
    }
    page.set(fitting.ref, fitting);
    characters += size;
  }
  if (page.size > 0) yield [...page.values()];
}

function cut(secret: DiscoveredSecret, notes: DiscoveryNotes): DiscoveredSecret {
  notes.skipped.keys += Math.max(0, secret.keys.length - MAX_KEYS);
  const labels = Object.entries(secret.labels).filter(isAccepted).slice(0, MAX_LABELS);
  return { ...secret, keys: secret.keys.slice(0, MAX_KEYS), labels: Object.fromEntries(labels) };
}

/** Returns whether the bulk route accepts a label: it rejects control characters, and backslashes in names. */
function isAccepted([name, value]: [string, string]): boolean {
  return LABEL_NAME.test(name) && value.length <= MAX_LABEL_VALUE;
}
