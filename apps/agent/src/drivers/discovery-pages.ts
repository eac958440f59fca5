import type { DiscoveredSecret } from './store-driver.js';

const PAGE_ITEMS = 1000;
// The bulk route takes 8 MiB (D5); half of it leaves room for escapes.
const PAGE_CHARACTERS = 4 * 1024 * 1024;

/** Groups secrets into pages that the bulk route takes: at most 1,000 and about 4 MiB. */
export async function* discoveryPages(
  secrets: AsyncIterable<DiscoveredSecret>,
): AsyncGenerator<DiscoveredSecret[]> {
  let page: DiscoveredSecret[] = [];
  let characters = 0;
  for await (const secret of secrets) {
    const size = JSON.stringify(secret).length;
    if (page.length === PAGE_ITEMS || (page.length > 0 && characters + size > PAGE_CHARACTERS)) {
      yield page;
      page = [];
      characters = 0;
    }
    page.push(secret);
    characters += size;
  }
  if (page.length > 0) yield page;
}
