import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/core';
import { Metrics } from '#libs/metrics';

/** With which permission a binding is made or removed. */
export type BindingPermission = 'integration.edit' | 'integration.bind';

/** The reasons of provider_connection_bindings_denied_total, by the code of the refusal. */
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

const LABELS = ['permission_used', 'env_kind'] as const;

/** Counts bindings. Labels come from fixed sets, never from ids. */
@Injectable()
export class BindingCounters {
  constructor(private readonly metrics: Metrics) {
    for (const done of ['created', 'deleted'] as const) this.#total(done);
    for (const reason of Object.values(REASONS)) this.#denied().inc({ reason }, 0);
  }

  /** Call it after the commit. @param envKind null for a project-wide binding (D89) */
  count(
    done: 'created' | 'deleted',
    permission: BindingPermission,
    envKind: 'prod' | 'non_prod' | null,
  ): void {
    this.#total(done).inc({ permission_used: permission, env_kind: envKind ?? 'all' });
  }

  /** Counts a refusal that has one of the fixed reasons; any other error passes uncounted. */
  denied(error: unknown): void {
    const reason = error instanceof DomainError ? REASONS[error.code] : undefined;
    if (reason !== undefined) this.#denied().inc({ reason });
  }

  #total(done: 'created' | 'deleted') {
    return this.metrics.counter(`provider_connection_bindings_${done}_total`, `Bindings ${done}.`, LABELS);
  }

  #denied() {
    return this.metrics.counter('provider_connection_bindings_denied_total', 'Refused changes to bindings.', [
      'reason',
    ]);
  }
}
