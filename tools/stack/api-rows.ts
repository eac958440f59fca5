/** Of the api's answers, the members that the local stack reads. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
}

export interface MeRow extends UserRow {
  readonly mfa: { readonly fresh_until: string | null };
}

export interface FactorRow {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
}

export interface NamedRow {
  readonly id: string;
  readonly name: string;
}

export interface AssignmentRow {
  readonly role_id: string;
  readonly scope: { readonly team_id?: string; readonly project_id?: string };
}

export interface EnvironmentRow extends NamedRow {
  readonly project_id: string;
  readonly kind: 'prod' | 'non_prod';
}

export interface ConnectionRow extends NamedRow {
  readonly type: string;
  readonly scope: { readonly address?: string };
}

export interface BindingRow {
  readonly project_id: string;
  readonly environment_id: string | null;
}

export interface AgentRow extends NamedRow {
  readonly status: string;
  readonly provider_connection_id: string | null;
}

export interface RequestRow {
  readonly id: string;
  readonly status: string;
  readonly workflow_id: string;
  readonly error: string | null;
  readonly correlation_id: string;
}

export interface WorkflowRow extends NamedRow {
  readonly min_approvers: number;
  readonly allow_self_approval: boolean;
}

export interface WrapRow {
  readonly wrap_id: string;
  readonly key_name: string;
}

export interface AuditEventRow {
  readonly actor: string;
  readonly action: string;
  readonly status: string;
  readonly occurred_at: string;
}
