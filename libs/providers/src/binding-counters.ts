import { Injectable } from '@nestjs/common';
import { InjectMetric, makeCounterProvider } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { DomainError } from '#libs/core';
import { Database } from '#libs/database';
import type { EnvironmentKind } from '#libs/policy-engine';

/** The permission by which a binding is created or removed. */
export type BindingPermission = 'integration.edit' | 'integration.bind';

/** The reasons of provider_connection_bindings_denied_total, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  out_of_scope_binding: 'out_of_scope',
  prod_binding_not_allowed_for_scope: 'prod_blocked',
  connection_not_self_service_bindable: 'not_self_service_bindable',
  connection_disabled: 'connection_disabled',
  connection_not_found: 'connection_not_found',
  environment_not_in_project: 'env_not_in_project',
  binding_exists: 'binding_exists',
  binding_not_found: 'binding_not_found',
};

const CREATED = 'provider_connection_bindings_created_total';
const DELETED = 'provider_connection_bindings_deleted_total';
const DENIED = 'provider_connection_bindings_denied_total';

export const BINDING_METRICS = [
  makeCounterProvider({
    name: CREATED,
    help: 'Bindings created.',
    labelNames: ['permission_used', 'env_kind'],
  }),
  makeCounterProvider({
    name: DELETED,
    help: 'Bindings deleted.',
    labelNames: ['permission_used', 'env_kind'],
  }),
  makeCounterProvider({
    name: DENIED,
    help: 'Refused changes to bindings.',
    labelNames: ['reason'],
  }),
];

type Done = Counter<'permission_used' | 'env_kind'>;

/** Counts bindings. Labels come from fixed sets, never from ids. */
@Injectable()
export class BindingCounters {
  constructor(
    private readonly database: Database,
    @InjectMetric(CREATED) private readonly created: Done,
    @InjectMetric(DELETED) private readonly deleted: Done,
    @InjectMetric(DENIED) private readonly refused: Counter<'reason'>,
  ) {
    for (const reason of Object.values(REASONS)) this.refused.inc({ reason }, 0);
  }

  /** Counts a change after its commit. @param envKind null for a project-wide binding (D89) */
  count(done: 'created' | 'deleted', permission: BindingPermission, envKind: EnvironmentKind | null): void {
    const labels = { permission_used: permission, env_kind: envKind ?? 'all' };
    this.database.afterCommit(() => this[done].inc(labels));
  }

  /** Counts a refusal whose reason is one of the fixed ones. */
  async denied(error: unknown): Promise<void> {
    const reason = error instanceof DomainError ? REASONS[error.code] : undefined;
    if (reason !== undefined) await this.database.afterCompletion(() => this.refused.inc({ reason }));
  }
}
