import type { components, paths } from '@countersign/client';

export type RequestStatus = components['schemas']['RequestResponse']['status'];

/** What the list of requests is narrowed to. */
export type RequestFilter = Pick<
  NonNullable<paths['/api/v1/requests']['get']['parameters']['query']>,
  'type' | 'project_id' | 'environment_id' | 'provider_connection_id' | 'requester_id' | 'ref_prefix'
> & {
  /** Any of several, separated by commas. */
  readonly status?: string;
  readonly since?: RequestSpan;
};

/** How many days the list goes back, as the address names it. */
export const REQUEST_SPANS = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const;
type RequestSpan = keyof typeof REQUEST_SPANS;

/** What a request can wait for from a person. */
export const WAITING_FOR = ['approve', 'verify', 'fill', 'reveal'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];
