import type { KubeApi, KubeObject } from '../kubernetes/kube-api.js';
import { KubeError } from '../kubernetes/kube-error.js';
import { CursorGuard } from '../cursor-guard.js';
import { observeApplication, type ObservedApplication } from './observed-application.js';

const PAGE_ITEMS = 250;
/** A list whose continue token expires is restarted; a cluster that busy is observed again later. */
const RESTARTS = 3;

/**
 * Yields every application of one namespace, or of all (null), page by page. After a restart some are repeated.
 * @throws KubeError
 */
export async function* listApplications(
  api: KubeApi,
  namespace: string | null,
  signal: AbortSignal,
): AsyncGenerator<ObservedApplication[]> {
  const within = namespace === null ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const path = `/apis/argoproj.io/v1alpha1${within}/applications`;
  let guard = new CursorGuard();
  let cursor = '';
  for (let restarts = 0; ;) {
    const query = { limit: String(PAGE_ITEMS), ...(cursor === '' ? {} : { continue: cursor }) };
    const page = await api.call({ method: 'GET', path, query, signal }).catch((error: unknown) => {
      const expired = error instanceof KubeError && error.code === 'kubernetes_expired';
      if (!expired || restarts === RESTARTS) throw error;
      return null;
    });
    if (page) yield observePage(page);
    else [restarts, guard] = [restarts + 1, new CursorGuard()];
    cursor = page ? cursorOf(page) : '';
    if (page && cursor === '') return;
    if (page && !guard.accepts(cursor, itemsOf(page).length)) {
      throw new KubeError('kubernetes_answer_unexpected');
    }
  }
}

function cursorOf({ metadata }: KubeObject): string {
  const cursor = (metadata as KubeObject | undefined)?.continue ?? '';
  if (typeof cursor !== 'string') throw new KubeError('kubernetes_answer_unexpected');
  return cursor;
}

function observePage(page: KubeObject): ObservedApplication[] {
  const now = new Date();
  return itemsOf(page)
    .map((item) => observeApplication(item, now))
    .filter((seen) => seen !== null);
}

function itemsOf({ items }: KubeObject): unknown[] {
  if (!Array.isArray(items)) throw new KubeError('kubernetes_answer_unexpected');
  return items as unknown[];
}
