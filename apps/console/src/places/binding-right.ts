import type { Place } from '#libs/permissions';
import { missingPermissionAt, missingGlobalPermission } from '../api/missing-permission.js';
import type { Binding, BindingRight } from '../api/queries/bindings.js';
import type { Me } from '../api/queries/me.js';
import { messageOf } from '../api/error-messages.js';

/** Returns by which right somebody binds in a project: that of an administrator of integrations before that of a binder. */
export function bindingRight(me: Me, place: Place): { right: BindingRight; reason: string | null } {
  if (missingGlobalPermission(me, 'integration.edit') === null)
    return { right: 'integration.edit', reason: null };
  return { right: 'integration.bind', reason: missingPermissionAt(me, 'integration.bind', place) };
}

/** Returns why a binding can't be taken away by a right, as a sentence; null where it can. */
export function whyNotUnbind(right: BindingRight, binding: Binding): string | null {
  if (right === 'integration.edit') return null;
  if (binding.environment_id === null) return 'Only administrators of integrations bind a whole project.';
  return binding.environment_kind === 'prod' ? messageOf('prod_binding_not_allowed_for_scope') : null;
}

/** Returns why nothing can be bound to an environment of a kind by a right, as a sentence; null where it can. */
export function whyNotBind(right: BindingRight, kind: 'non_prod' | 'prod'): string | null {
  return right === 'integration.bind' && kind === 'prod'
    ? messageOf('prod_binding_not_allowed_for_scope')
    : null;
}
