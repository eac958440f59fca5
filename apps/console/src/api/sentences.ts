import { ApiError } from '@countersign/client';
import type { ErrorCode } from './error-code.js';

type Body = Readonly<Record<string, unknown>>;
type Sentence = string | ((body: Body) => string);

/** What a person reads for each code of the interface. A new code does not compile without its sentence. */
const SENTENCES: Record<ErrorCode, Sentence> = {
  actor_mismatch: 'You can act in your own name only.',
  agent_not_found: 'Agent not found.',
  argocd_endpoint_disabled: 'This Argo CD endpoint is switched off.',
  argocd_endpoint_not_found: 'Argo CD endpoint not found.',
  assignment_exists: 'This person holds this role there already.',
  assignment_not_found: 'This grant no longer exists.',
  audit_checkpoint_not_found: 'No signed checkpoint of the audit log reaches that far.',
  audit_event_not_found: 'Audit event not found.',
  audit_event_not_sealed: 'Not sealed yet: the worker signs about once a second.',
  binding_exists: 'The connection is bound there already.',
  binding_not_found: 'This binding no longer exists.',
  browser_session_required: 'This is decided in the browser where you are signed in.',
  changed_meanwhile: 'Another person changed this meanwhile. Look at it as it is now, then change it again.',
  cli_device_sign_in_disabled: 'Command lines can’t be signed in by a typed code here: it is switched off.',
  cli_sign_in_gone: 'This sign-in of a command line is over. Run countersign login again.',
  cli_sign_in_mismatch: 'This is not the command line that asked. Run countersign login again.',
  cli_sign_in_refused: 'This sign-in of a command line was refused.',
  cli_user_code_invalid: 'This is not the code that the command line shows.',
  cluster_mismatch: 'The cluster’s name differs from that of the connection or the token.',
  connection_disabled: 'This connection is switched off. Requests through it can’t start.',
  connection_in_use: 'Bindings or open requests still use this connection.',
  connection_name_exists: 'There is a connection of this name already.',
  connection_not_bound:
    'The connection is not bound to this environment, so nothing can be requested through it.',
  connection_not_found: 'Connection not found.',
  connection_not_self_service_bindable: 'Only administrators of integrations bind this connection.',
  credential_in_scope: 'A scope holds no credentials: they belong to the agent.',
  cross_site_request_refused:
    'Your browser says that this call came from another site, so it was refused. Open the console by its own address.',
  cross_team_already_filled: 'The values were already provided.',
  cross_team_destination_unbound: 'The destination connection is not bound to the source project.',
  cross_team_invalid_target:
    'Team, project and environment of the target don’t belong together, or aren’t active.',
  cross_team_keys_empty: 'Name at least one key that is to be provided.',
  cross_team_keys_mismatch: ({ missing, unexpected }) =>
    `The values are not those of the keys that were asked for.${named('Missing', missing)}${named('Not asked for', unexpected)}`,
  cross_team_min_approvers_unsupported:
    'The workflow asks for more approvers than a cross-team request can have.',
  cross_team_status_invalid_transition: 'The request has moved on meanwhile: this can’t be done any more.',
  dek_expired: 'The data key has run out.',
  dek_mismatch: 'The data key belongs to another job.',
  dependency_unavailable: 'The service can’t reach something it depends on. Nothing was changed.',
  direct_reveal_not_allowed: 'This can’t be revealed without a request.',
  discover_requires_cluster: 'Discovery needs the name of the cluster whose agent does it.',
  discovery_already_running: 'A discovery of this connection is running already.',
  duplicate_vote: 'You have voted on this request already.',
  email_exists: 'There is a local account with this e-mail address already.',
  enrollment_token_consumed: 'This enrolment token was used already.',
  enrollment_token_expired: 'This enrolment token has run out.',
  enrollment_token_not_found: 'Enrolment token not found.',
  envelope_invalid: 'The sealed value does not open.',
  environment_id_required: 'Choose the environment to bind in.',
  environment_name_exists: 'The project has an environment of this name already.',
  environment_not_found: 'Environment not found.',
  environment_not_in_project: 'The environment is not one of this project.',
  factor_compromised:
    'Your security key answered with an old counter, so it may have been copied. It was disabled and all your sessions were ended.',
  factor_exists: 'This authenticator is registered already.',
  factor_not_found: 'You have no such second factor any more.',
  fill_window_expired: 'The time to provide these values has ended.',
  grant_exceeds_own: 'You can’t give what you don’t hold there yourself.',
  idempotency_key_reused: 'This was sent before with other content. Send it again.',
  invalid_credentials: 'The e-mail address or the password is not right.',
  invalid_provider_url: 'The address must be an https URL without credentials.',
  invalid_role_arn: 'Write the role as arn:<partition>:iam::<account>:role/<name>.',
  job_incomplete: 'Not every key of this job has its value yet.',
  job_kind_not_allowed: 'Jobs of this kind come from approved requests alone.',
  job_not_claimed: 'This job belongs to another agent, or to none any more.',
  job_not_found: 'Job not found.',
  justification_required: 'The workflow asks for a justification: approvers read it.',
  key_not_requested: 'This job does not ask for that key.',
  last_admin:
    'Somebody must remain who can grant roles, and somebody who can change them. Give user_role.edit and role.edit, everywhere, to another person first.',
  legacy_mint_disabled: 'Agents are enrolled with a token here; minting is switched off.',
  local_sign_in_unavailable: 'Signing in with a password is not set up here.',
  mapping_exists: 'The application is mapped to this environment already.',
  mapping_not_found: 'This mapping no longer exists.',
  mfa_challenge_expired: 'That took too long. Start again.',
  mfa_code_invalid: 'This code is not right. Each code works once.',
  mfa_enrollment_required: 'This needs a second factor, and you have none yet.',
  mfa_locked: 'Too many wrong codes. Wait a while before you try again.',
  no_local_account: 'You sign in at an identity provider, so there is no password here.',
  no_matching_policy: 'No rule covers this. An administrator has to add one before anybody can request it.',
  not_owner: 'Only the person who opened these values may do this.',
  not_requester: 'Only the person who made this request may do this.',
  nothing_to_reveal: 'Every value was fetched or has run out.',
  out_of_scope_binding: 'Your grants don’t cover this binding.',
  out_of_scope_policy: 'You don’t write rules for this place.',
  out_of_scope_project: 'Your grants don’t cover this project.',
  out_of_scope_team: 'Your grants don’t cover this team.',
  password_incorrect: 'The current password is not right.',
  payload_too_large: 'This is too large to send.',
  permission_denied: ({ permission }) =>
    typeof permission === 'string'
      ? `This needs the permission ${permission}.`
      : 'You don’t hold the permission that this needs.',
  permission_unknown: 'Unknown permission.',
  platform_policy_not_editable: 'Rules of the platform can’t be changed here.',
  policy_environment_not_in_project: 'The project has no such environment.',
  policy_not_found: 'Rule not found.',
  policy_priority_reserved: 'Priorities from the cap on belong to the platform.',
  policy_scope_too_broad: 'The selector is not narrow enough, or names a value that does not exist.',
  policy_selector_mismatch: 'The selector names another place than this page.',
  prod_binding_not_allowed_for_scope: 'Only administrators of integrations bind in prod.',
  prod_needs_approval: 'In prod somebody has to approve, and this workflow asks nobody.',
  prod_policy_not_allowed_for_scope: 'Rules for prod are made by the platform.',
  project_archived: 'This project is archived.',
  project_id_required: 'Choose the project whose connections you look for.',
  project_name_exists: 'There is a project of this name already.',
  project_not_found: 'Project not found.',
  provider_scope_invalid: 'The scope does not fit the connection’s type.',
  public_key_invalid: 'The public key is not a usable X25519 key.',
  public_key_missing: 'The agent has registered no public key yet.',
  rate_limited: 'Too many tries. Wait a little before the next.',
  request_not_found: 'Request not found, or you may not see it.',
  request_status_invalid_transition: 'The request has moved on meanwhile: this can’t be done any more.',
  reveal_session_not_found: 'These values are closed already.',
  reveal_session_open: 'These values are open in another window.',
  reveal_type_unsupported: 'A change has no values to reveal.',
  role_in_use: 'Somebody still holds this role.',
  role_name_exists: 'There is a role of this name already.',
  role_not_found: 'Role not found.',
  scope_invalid: 'A scope is empty, or names one project or one team.',
  scope_required: 'This role is granted within a team or a project only.',
  secret_bound_to_prod: 'This secret belongs to a prod environment. Request it there.',
  secret_in_scope: 'Something in the scope looks like a secret.',
  secret_not_bound: 'This secret is not bound to the environment.',
  secret_not_found: 'Secret not found.',
  separation_of_duties_violated: 'One person can’t have both roles in one request.',
  session_not_found: 'This session has ended already.',
  source_project_ambiguous: 'More than one project fits: choose the source project.',
  step_up_handoff_gone:
    'This confirmation is over, or it is another person’s. Run the command again, and sign in here as who ran it.',
  step_up_required: 'This needs your second factor.',
  system_row: 'A system role can’t be deleted.',
  team_archived: 'This team is archived.',
  team_cycle: 'A team can’t lie below itself.',
  team_not_found: 'Team not found.',
  too_many_comments: 'This request has as many comments as one can have.',
  unauthenticated: 'You are signed out.',
  unauthorized: 'The credential is not valid.',
  unsupported_media_type: 'The service does not read this form of content.',
  user_not_found: 'Person not found.',
  validation_failed: 'Something in the form is not right.',
  webauthn_assertion_failed: 'The passkey did not confirm you.',
  webauthn_registration_failed: 'The passkey could not be registered. Start again.',
  workflow_contradictory: 'A security approval needs at least one approver.',
  workflow_disabled: 'The workflow that decides this is switched off.',
  workflow_in_use: 'A rule still names this workflow.',
  workflow_name_exists: 'There is a workflow of this name already.',
  workflow_not_authorable_for_scope: 'Rules of teams and projects can’t use this workflow.',
  workflow_not_found: 'Workflow not found.',
  workload_cannot_step_up: 'The rule asks for a second factor, which a workload has none of.',
  workload_name_exists: 'A workload has, or once had, this name: no name is given twice.',
  workload_not_allowed: 'This is for people: a workload asks and fetches.',
  workload_not_found: 'Workload not found.',
  workload_token_invalid: 'This token signs no workload in.',
  workload_role_cannot_request: 'This role does not include secret.request, all that a workload can do.',
  wrap_consumed: 'This value was already fetched. It comes only once.',
  wrap_exists: 'This key has its value already.',
  wrap_expired: 'Too late: this value was destroyed.',
  wrap_not_found: 'This value no longer exists.',
};

/** Returns names as a sentence of their own; nothing without any. */
function named(what: string, names: unknown): string {
  return Array.isArray(names) && names.length > 0 ? ` ${what}: ${names.join(', ')}.` : '';
}

/** Returns a code's sentence; a code of a newer service than this page gets a plain one. */
export function sentenceOf(code: string, body: unknown = null): string {
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code as ErrorCode] : undefined;
  if (typeof sentence === 'function')
    return sentence(typeof body === 'object' && body !== null ? (body as Body) : {});
  return sentence ?? 'The service could not do this.';
}

/** Returns what a person reads of a failed call. */
export function sentenceOfError(error: Error): string {
  if (!(error instanceof ApiError)) return 'No answer from the service. It may not have arrived.';
  if (error.code === 'rate_limited' && error.retryAfterSeconds !== null)
    return `Too many tries. Next in ${error.retryAfterSeconds} s.`;
  return sentenceOf(error.code, error.body);
}

/** Returns the sentences of a `validation_failed` by the name of their field. */
export function fieldErrorsOf(error: Error | null): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const { fields }: { fields?: unknown } =
    typeof error.body === 'object' && error.body !== null ? error.body : {};
  if (!Array.isArray(fields)) return {};
  const all = fields as readonly { field?: unknown; message?: unknown }[];
  return Object.fromEntries(all.map(({ field, message }) => [String(field), String(message)]));
}
