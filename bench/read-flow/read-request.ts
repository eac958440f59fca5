import { randomUUID } from 'node:crypto';
import type { StoredPerson, StoredPlace } from '../../libs/requests/src/testing/executed-reads.js';
import { personCall } from '../support/person-call.js';

/** What one read request took, in milliseconds. */
export interface ReadTimes {
  readonly wholeMs: number;
  /** From sending the approval to having the value. */
  readonly approveToValueMs: number;
}

export interface Roles {
  readonly requester: StoredPerson;
  readonly approver: StoredPerson;
}

/** Resolves once an agent has completed the read of that secret. */
export type Completion = (secretRef: string) => Promise<void>;

/**
 * One read request from submission to its value. The requester is told of the completion by the agent of this same
 * process, where a browser would ask now and then: waiting is not what is measured.
 *
 * @param onApproval called right before the approval is sent
 * @throws Error for any answer but the expected one, and for a value that is none
 */
export async function readRequest(
  url: string,
  place: StoredPlace,
  { requester, approver }: Roles,
  completed: Completion,
  onApproval: () => void = () => undefined,
): Promise<ReadTimes> {
  const secretRef = `bench/${randomUUID()}`;
  const done = completed(secretRef);
  const started = performance.now();
  const request = await personCall<{ id: string }>(url, requester, 'POST', '/requests/read', {
    project_id: place.projectId,
    environment_id: place.environmentId,
    provider_connection_id: place.connectionId,
    secret_ref: secretRef,
    keys: ['user'],
  });
  onApproval();
  const approved = performance.now();
  await personCall(url, approver, 'POST', `/requests/${request.id}/approve`, {});
  await done;
  const [wrap] = await personCall<{ wrap_id: string }[]>(
    url,
    requester,
    'GET',
    `/requests/${request.id}/wraps`,
  );
  const { value } = await personCall<{ value: string }>(
    url,
    requester,
    'GET',
    `/requests/${request.id}/wraps/${wrap!.wrap_id}`,
  );
  const ended = performance.now();
  if (!value) throw new Error('a wrap without a value');
  return { wholeMs: ended - started, approveToValueMs: ended - approved };
}
