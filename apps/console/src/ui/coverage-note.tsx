import { useQuery } from '@tanstack/react-query';
import { Fragment, type JSX } from 'react';
import type { Place } from '#libs/permissions';
import { allGrantsQuery } from '../api/queries/grants.js';
import { useNames } from '../api/queries/names.js';
import { MAX_ROWS } from '../api/queries/all-pages.js';
import { type CoverageChange, coverageChanges } from '../places/coverage-change.js';
import { PersonName } from './person-name.js';
import { Problem, Skeleton } from './states.js';
import { numberText } from './number-text.js';

/** People that are named; the others are counted. */
const NAMED = 12;

/** Who may do more or less in a place once it is moved. */
export function CoverageNote({ before, after }: { before: Place; after: Place }): JSX.Element {
  const { data, error, refetch } = useQuery(allGrantsQuery);
  const { gain, lose } = coverageChanges(data ?? [], before, after);
  const nameOf = useNames([...gain, ...lose].map(({ userId }) => `user:${userId}`));
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={2} />;
  const some = data.length >= MAX_ROWS;
  return (
    <div role="status">
      <p>
        {gain.length === 0 && lose.length === 0
          ? 'Nobody gains or loses a role by this.'
          : `${peopleText(gain.length)} gain${gain.length === 1 ? 's' : ''}, ${numberText(lose.length)} lose${lose.length === 1 ? 's' : ''}.`}{' '}
        The rules above the new place take part in its decisions, those above the old one no longer.
        {some && ` Only the first ${numberText(MAX_ROWS)} grants were looked at.`}
      </p>
      <People verb="Gain" changes={gain} nameOf={nameOf} />
      <People verb="Lose" changes={lose} nameOf={nameOf} />
    </div>
  );
}

function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${numberText(count)} people`;
}

function People(props: {
  verb: string;
  changes: readonly CoverageChange[];
  nameOf: ReturnType<typeof useNames>;
}): JSX.Element | null {
  const { verb, changes, nameOf } = props;
  if (changes.length === 0) return null;
  return (
    <p>
      <strong>{verb}:</strong>{' '}
      {changes.slice(0, NAMED).map(({ userId, roles }, index) => (
        <Fragment key={userId}>
          {index > 0 && ', '}
          <PersonName id={userId} nameOf={nameOf} /> ({roles.join(', ')})
        </Fragment>
      ))}
      {changes.length > NAMED && ` and ${changes.length - NAMED} more`}
    </p>
  );
}
