import type { JSX } from 'react';
import { lacksAt } from '../../api/lacks-at.js';
import { useMe } from '../../api/queries/me.js';
import { LinkWhere } from '../../ui/link-where.js';
import { RulesHere } from '../../ui/rules-here.js';
import type { ProjectPlace } from '../../places/project-place.js';

/** The rules that decide in the project. */
export function Rules({ place }: { place: ProjectPlace }): JSX.Element {
  const { projectId } = place;
  return (
    <RulesHere
      of={{ kind: 'project', id: projectId }}
      action={
        <LinkWhere reason={lacksAt(useMe(), 'policy.author', place)} to={`/projects/${projectId}/rules/new`}>
          New rule
        </LinkWhere>
      }
    />
  );
}
