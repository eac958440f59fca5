import { api, ApiError, withStepUp, dataOf } from '../api/client.js';
import type { StepUpPrompt } from '../api/step-up-prompt.js';
import { sessionGate } from '../api/call-gate.js';
import { observable } from '../api/observable.js';
import { saveFile } from '../ui/save-file.js';

/**
 * Where a value is: `sealed` at the service, on its way, `held` here, or spent: it was sent and did not arrive (`lost`),
 * somebody has it (`consumed`), or it was destroyed.
 */
export type ValueState = 'sealed' | 'fetching' | 'held' | 'lost' | 'consumed' | 'destroyed';

export interface Wrap {
  readonly requestId: string;
  readonly wrapId: string;
}

/** By wrap; never in React's state, the page, storage or a message. */
const values = new Map<string, Uint8Array<ArrayBuffer>>();
/** Counts up whenever everything is forgotten: a value that arrives later belongs to nobody. */
let era = 0;

/** Where each value is, by wrap; `sealed` where none is said. */
export const valueStates = observable<ReadonlyMap<string, ValueState>>(new Map());

sessionGate.asked.subscribe(() => {
  if (sessionGate.asked.get() !== undefined) forgetAll();
});

/**
 * Retrieves one value, which the service gives once, and holds it here.
 *
 * @returns where it is now
 * @throws ApiError where the service refused without spending it; it can be tried again
 */
export async function retrieve({ requestId, wrapId }: Wrap, prompt: StepUpPrompt): Promise<ValueState> {
  const known = valueStates.get().get(wrapId) ?? 'sealed';
  if (known !== 'sealed') return known;
  const began = era;
  setState(wrapId, 'fetching');
  const params = { path: { id: requestId, wrap_id: wrapId } };
  try {
    const { fetch, headers } = withStepUp(prompt);
    const asBytes = {
      headers: { ...headers, Accept: 'application/octet-stream' },
      parseAs: 'arrayBuffer',
    } as const;
    const call = api.GET('/api/v1/requests/{id}/wraps/{wrap_id}', { params, fetch, ...asBytes });
    const bytes = new Uint8Array(await dataOf(call));
    if (began !== era) {
      bytes.fill(0);
      return 'destroyed';
    }
    values.set(wrapId, bytes);
    return setState(wrapId, 'held');
  } catch (error) {
    if (began !== era) return 'destroyed';
    if (error instanceof ApiError) {
      if (error.code === 'wrap_consumed') return setState(wrapId, 'consumed');
      if (error.code === 'wrap_expired' || error.code === 'wrap_not_found')
        return setState(wrapId, 'destroyed');
      setState(wrapId, 'sealed');
      throw error;
    }
    return setState(wrapId, await stateAfterNoAnswer({ requestId, wrapId }));
  }
}

/** Returns a held value as text; null where it is none, or is not held. */
export function textOf(wrapId: string): string | null {
  const bytes = values.get(wrapId);
  if (bytes === undefined) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Saves a held value as a file, byte by byte. */
export function saveAsFile(wrapId: string, name: string): void {
  const bytes = values.get(wrapId);
  if (bytes === undefined) return;
  saveFile(name.replaceAll('/', '_'), new Blob([bytes], { type: 'application/octet-stream' }));
}

/** Overwrites and forgets every value. */
export function forgetAll(): void {
  era += 1;
  for (const bytes of values.values()) bytes.fill(0);
  values.clear();
  valueStates.set(new Map());
}

function setState(wrapId: string, state: ValueState): ValueState {
  valueStates.set(new Map([...valueStates.get(), [wrapId, state]]));
  return state;
}

/** Whether a retrieval whose answer never came has spent the value: the service knows. */
async function stateAfterNoAnswer({ requestId, wrapId }: Wrap): Promise<ValueState> {
  const params = { path: { id: requestId } };
  const wraps = await dataOf(api.GET('/api/v1/requests/{id}/wraps', { params })).catch(() => []);
  const status = wraps.find((wrap) => wrap.wrap_id === wrapId)?.status;
  if (status === 'available') return 'sealed';
  return status === 'expired' ? 'destroyed' : 'lost';
}
