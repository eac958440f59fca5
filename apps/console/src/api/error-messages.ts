import { ApiError } from '@countersign/client';
import type { ErrorCode } from './error-code.js';

type Body = Readonly<Record<string, unknown>>;
type Sentence = string | ((body: Body) => string);

/** The message for each error code of the API. A new code does not compile without one. */
const MESSAGES: Record<ErrorCode, Sentence> = {
  actor_mismatch: 'You can act only on your own behalf.',
  agent_not_found: 'Agent not found.',
  argocd_endpoint_disabled: 'This Argo CD endpoint is disabled.',
  argocd_endpoint_not_found: 'Argo CD endpoint not found.',
  assignment_exists: 'This person already has this role in this scope.',
  assignment_not_found: 'This grant no longer exists.',
  audit_checkpoint_not_found: 'No signed checkpoint covers that tree size yet.',
  audit_event_not_found: 'Audit event not found.',
  audit_event_not_sealed: 'No signed checkpoint covers this event yet. Try again in a moment.',
  binding_exists: 'This binding already exists.',
  binding_not_found: 'This binding no longer exists.',
  browser_session_required: 'This requires a browser in which you are signed in.',
  changed_meanwhile:
    'This has changed since you opened it. Review the current version, then repeat your change.',
  cli_device_sign_in_disabled: 'Signing in the command line with a code is disabled.',
  cli_sign_in_gone: 'This sign-in has expired or was already used. Run countersign login again.',
  cli_sign_in_mismatch: 'This sign-in was started by another command line. Run countersign login again.',
  cli_sign_in_refused: 'This sign-in was denied in the browser.',
  cli_user_code_invalid: 'The code differs from the one that the command line shows.',
  cluster_mismatch: 'The cluster name differs from that of the connection or token.',
  connection_disabled: 'This connection is disabled, so it accepts no requests.',
  connection_in_use: 'Bindings or open requests still use this connection.',
  connection_name_exists: 'A connection with this name already exists.',
  connection_not_bound:
    'The connection is not bound to this environment, so nothing can be requested through it.',
  connection_not_found: 'Connection not found.',
  connection_not_self_service_bindable: 'Only integration administrators can bind this connection.',
  credential_in_scope: 'A scope must not contain credentials: configure them at the agent.',
  cross_site_request_refused:
    'The browser reported a cross-site request, which was refused. Open the console at its own address.',
  cross_team_already_filled: 'The values have already been provided.',
  cross_team_destination_unbound: 'The destination connection is not bound to the source project.',
  cross_team_invalid_target:
    'The target’s team, project and environment don’t belong together, or aren’t active.',
  cross_team_keys_empty: 'Name at least one key to provide.',
  cross_team_keys_mismatch: ({ missing, unexpected }) =>
    `The values don’t match the requested keys.${named('Missing', missing)}${named('Not requested', unexpected)}`,
  cross_team_min_approvers_unsupported:
    'The workflow requires more approvers than a cross-team request can have.',
  cross_team_status_invalid_transition: 'The request’s status has changed, so this is no longer possible.',
  dek_expired: 'The data key has expired.',
  dek_mismatch: 'The data key was issued for another job or attempt.',
  dependency_unavailable: 'A dependency of the service is unavailable. Nothing was changed.',
  direct_reveal_not_allowed: 'This secret can’t be revealed directly: submit a request.',
  discover_requires_cluster: 'Discovery requires a connection with a cluster name.',
  discovery_already_running: 'A discovery of this connection is already running.',
  duplicate_vote: 'You have already voted on this request.',
  email_exists: 'A local account with this e-mail already exists.',
  enrollment_token_consumed: 'This enrollment token has already been used.',
  enrollment_token_expired: 'This enrollment token has expired.',
  enrollment_token_not_found: 'Enrollment token not found.',
  envelope_invalid: 'The envelope can’t be decrypted.',
  environment_id_required: 'Choose an environment for the binding.',
  environment_name_exists: 'The project already has an environment with this name.',
  environment_not_found: 'Environment not found.',
  environment_not_in_project: 'The environment does not belong to this project.',
  factor_compromised:
    'This authenticator may have been cloned, because its counter went back. It was disabled, and all your sessions were ended.',
  factor_exists: 'This authenticator is already registered.',
  factor_not_found: 'This second factor no longer exists.',
  fill_window_expired: 'The time to provide values has passed.',
  grant_exceeds_own: 'You can’t grant permissions that you don’t hold there yourself.',
  idempotency_key_reused: 'This idempotency key was used for another request. Send it again.',
  invalid_credentials: 'Invalid e-mail or password.',
  invalid_provider_url: 'The address must be an https URL without credentials.',
  invalid_role_arn: 'The role must have the form arn:<partition>:iam::<account>:role/<name>.',
  job_incomplete: 'Values of some keys of this job are missing.',
  job_kind_not_allowed: 'Only approved requests create jobs of this kind.',
  job_not_claimed: 'This job is no longer claimed by this agent.',
  job_not_found: 'Job not found.',
  justification_required: 'The workflow requires a justification, which approvers will read.',
  key_not_requested: 'This job does not include that key.',
  last_admin:
    'At least one person must keep user_role.edit and one role.edit, without a scope. Grant it to another person first.',
  legacy_mint_disabled: 'Minting agent credentials is disabled. Enroll the agent with a token.',
  local_sign_in_unavailable: 'Sign-in with a password is not configured.',
  mapping_exists: 'The application is already mapped to this environment.',
  mapping_not_found: 'This mapping no longer exists.',
  mfa_challenge_expired: 'This challenge has expired or was already used. Start again.',
  mfa_code_invalid: 'Invalid code. Each code works only once.',
  mfa_enrollment_required: 'This requires a second factor. Enroll one first.',
  mfa_locked: 'Too many invalid codes: no second factor is accepted for up to 15 minutes.',
  no_local_account: 'Your account has no local password: you sign in with an identity provider.',
  no_matching_policy: 'No policy rule matches this request. Ask an administrator to add one.',
  not_owner: 'Only the person who opened these values can do this.',
  not_requester: 'Only the requester can do this.',
  nothing_to_reveal: 'All values of this request were retrieved or have expired.',
  out_of_scope_binding: 'Your grants don’t cover this binding.',
  out_of_scope_policy: 'You can’t author policy rules in this scope.',
  out_of_scope_project: 'Your grants don’t cover this project.',
  out_of_scope_team: 'Your grants don’t cover this team.',
  password_incorrect: 'The current password is incorrect.',
  payload_too_large: 'This is too large.',
  permission_denied: ({ permission }) =>
    typeof permission === 'string'
      ? `This requires the permission ${permission}.`
      : 'You lack the required permission.',
  permission_unknown: 'Unknown permission.',
  platform_policy_not_editable: 'Platform rules can’t be changed here.',
  policy_environment_not_in_project: 'The project has no such environment.',
  policy_not_found: 'Rule not found.',
  policy_priority_reserved: 'Priorities at or above the cap are reserved for platform rules.',
  policy_scope_too_broad: 'The selector is not narrow enough, or names an unknown value.',
  policy_selector_mismatch: 'The selector’s scope differs from this page’s.',
  prod_binding_not_allowed_for_scope: 'Only integration administrators can bind in prod environments.',
  prod_needs_approval: 'Prod environments require an approver, and the workflow has none.',
  prod_policy_not_allowed_for_scope: 'Only platform rules can apply to prod environments.',
  project_archived: 'This project is archived.',
  project_id_required: 'Choose a project.',
  project_name_exists: 'A project with this name already exists.',
  project_not_found: 'Project not found.',
  provider_scope_invalid: 'The scope does not match the connection’s type.',
  public_key_invalid: 'The public key is not a usable X25519 key.',
  public_key_missing: 'The agent has not registered a public key yet.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  request_not_found: 'Request not found, or you lack access to it.',
  request_status_invalid_transition: 'The request’s status has changed, so this is no longer possible.',
  reveal_session_not_found: 'These values are already closed.',
  reveal_session_open: 'These values are open in another window.',
  reveal_type_unsupported: 'A patch request has no values to reveal.',
  role_in_use: 'This role is still assigned.',
  role_name_exists: 'A role with this name already exists.',
  role_not_found: 'Role not found.',
  scope_invalid: 'A scope is empty, or names one project or one team.',
  scope_required: 'This role can be granted only within a team or project.',
  secret_bound_to_prod: 'This secret belongs to a prod environment. Request it there.',
  secret_in_scope: 'A member of the scope looks like a secret.',
  secret_not_bound: 'This secret is not bound to the environment.',
  secret_not_found: 'Secret not found.',
  separation_of_duties_violated: 'One person can’t have both roles in one request.',
  session_not_found: 'This session has already ended.',
  source_project_ambiguous: 'More than one source project matches: choose one.',
  step_up_handoff_gone:
    'This confirmation has expired, was already used, or belongs to another person. Run the command again, and sign in here as the same person.',
  step_up_required: 'This requires your second factor.',
  system_row: 'A system role can’t be deleted.',
  team_archived: 'This team is archived.',
  team_cycle: 'A team can’t be its own ancestor.',
  team_not_found: 'Team not found.',
  too_many_comments: 'This request has reached the maximum number of comments.',
  unauthenticated: 'You are signed out.',
  unauthorized: 'Invalid credential.',
  unsupported_media_type: 'Unsupported content type.',
  user_not_found: 'Person not found.',
  validation_failed: 'Some of the input is invalid.',
  webauthn_assertion_failed: 'The passkey could not be verified.',
  webauthn_registration_failed: 'The passkey could not be registered. Start again.',
  workflow_contradictory: 'A security approval needs at least one approver.',
  workflow_disabled: 'The workflow of the matching rule is disabled.',
  workflow_in_use: 'A policy rule still uses this workflow.',
  workflow_name_exists: 'A workflow with this name already exists.',
  workflow_not_authorable_for_scope: 'Rules of teams and projects can’t use this workflow.',
  workflow_not_found: 'Workflow not found.',
  workload_cannot_step_up: 'The rule requires a second factor, which workloads don’t have.',
  workload_name_exists: 'A workload has or had this name, and names are never reused.',
  workload_not_allowed: 'Workloads can’t do this: they can only submit requests and retrieve values.',
  workload_not_found: 'Workload not found.',
  workload_token_invalid: 'This token matches no workload.',
  workload_role_cannot_request:
    'This role does not include secret.request, the only permission of workloads.',
  wrap_consumed: 'This value has already been retrieved. Each value can be retrieved only once.',
  wrap_exists: 'This key already has a value.',
  wrap_expired: 'This value has expired, or was destroyed when its request or reveal session ended.',
  wrap_not_found: 'This value no longer exists.',
};

/** Returns names as a sentence; '' for none. */
function named(what: string, names: unknown): string {
  return Array.isArray(names) && names.length > 0 ? ` ${what}: ${names.join(', ')}.` : '';
}

/** Returns the message of a code; a generic one for a code of a newer service than this page. */
export function messageOf(code: string, body: unknown = null): string {
  const sentence = Object.hasOwn(MESSAGES, code) ? MESSAGES[code as ErrorCode] : undefined;
  if (typeof sentence === 'function')
    return sentence(typeof body === 'object' && body !== null ? (body as Body) : {});
  return sentence ?? 'The service could not complete this action.';
}

/** Returns the message of a failed call. */
export function messageOfError(error: Error): string {
  if (!(error instanceof ApiError))
    return 'No response from the service. It may not have received the request.';
  if (error.code === 'rate_limited' && error.retryAfterSeconds !== null)
    return `Too many requests. Try again in ${error.retryAfterSeconds} s.`;
  return messageOf(error.code, error.body);
}

/** Returns the messages of a `validation_failed` by field name. */
export function fieldErrorsOf(error: Error | null): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const { fields }: { fields?: unknown } =
    typeof error.body === 'object' && error.body !== null ? error.body : {};
  if (!Array.isArray(fields)) return {};
  const all = fields as readonly { field?: unknown; message?: unknown }[];
  return Object.fromEntries(all.map(({ field, message }) => [String(field), String(message)]));
}
