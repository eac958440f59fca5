import { Fragment, type JSX } from 'react';
import type { ApproverGroup } from '../api/queries/requests.js';
import { numberText } from './number-text.js';

/** Who can decide, by role and by where they hold it, as a sentence. */
export function ApproverGroups({ groups }: { groups: readonly ApproverGroup[] }): JSX.Element {
  if (groups.length === 0) return <>Nobody holds a role that can decide this.</>;
  return (
    <>
      Anyone with{' '}
      {groups.map(({ role_name: role, scope, count }, index) => (
        <Fragment key={`${role} ${scope.kind} ${scope.id}`}>
          {index > 0 && (index === groups.length - 1 ? ' or ' : ', ')}
          <strong>{role}</strong> {placeOf(scope)} ({numberText(count)})
        </Fragment>
      ))}
      .
    </>
  );
}

function placeOf({ kind, name }: ApproverGroup['scope']): string {
  return kind === 'platform' ? 'on the platform' : `of ${kind} ${name}`;
}
