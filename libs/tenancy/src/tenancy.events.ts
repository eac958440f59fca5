import type { Actor, AuditEvent } from '#libs/audit';

type Metadata = Readonly<Record<string, unknown>>;

const changed =
  (action: string, kind: string) =>
  (actor: Actor, id: string, metadata: Metadata): AuditEvent => ({
    actor,
    action,
    resource: `${kind}:${id}`,
    status: 'success',
    metadata,
  });

/** The audit events of teams, projects and environments (D82). Metadata holds names and ids. */
export const tenancyEvents = {
  teamCreated: changed('team.create', 'team'),
  teamUpdated: changed('team.update', 'team'),
  projectCreated: changed('project.create', 'project'),
  projectUpdated: changed('project.update', 'project'),
  environmentCreated: changed('environment.create', 'environment'),
  environmentUpdated: changed('environment.update', 'environment'),
  environmentDeleted: changed('environment.delete', 'environment'),
} as const;
