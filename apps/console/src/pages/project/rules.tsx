import type { JSX } from 'react';
import { missingPermissionAt } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { ActionLink } from '../../ui/action-link.js';
import { ApplicableRules } from '../../ui/applicable-rules.js';
import type { ProjectPlace } from '../../places/project-place.js';

/** The rules that decide in the project. */
export function Rules({ place }: { place: ProjectPlace }): JSX.Element {
  const { projectId } = place;
  return (
    <ApplicableRules
      of={{ kind: 'project', id: projectId }}
      action={
        <ActionLink
          reason={missingPermissionAt(useMe(), 'policy.author', place)}
          to={`/projects/${projectId}/rules/new`}
        >
          New rule
        </ActionLink>
      }
    />
  );
}
