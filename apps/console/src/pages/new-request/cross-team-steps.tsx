import type { JSX } from 'react';
import styles from './page.module.css';
import type { CrossTeamTarget } from './use-cross-team-target.js';
import type { RequestDraft } from './use-request-draft.js';

/** What becomes of a request to another team. Its rule is found when it is made: the service has no preview of it. */
export function CrossTeamSteps({
  target,
  draft,
}: {
  target: CrossTeamTarget;
  draft: RequestDraft;
}): JSX.Element {
  const team = target.teams.find(({ id }) => id === target.target_team_id)?.name;
  const environment = target.environments.find(({ id }) => id === target.target_environment_id)?.name;
  return (
    <section className={styles.preview} aria-labelledby="what-will-happen">
      <h2 id="what-will-happen">What will happen</h2>
      <ol className={styles.stages}>
        <li>You request it. Nobody sends you the values by chat or mail.</li>
        <li>
          Somebody of {team === undefined ? 'that team' : <strong>{team}</strong>} provides the values
          {environment !== undefined && ` of ${environment}`}, or refuses with a reason.
        </li>
        <li>
          Where the rule asks for it, one person verifies for your project and one for security. They are not
          you, not who provided the values, and see none of them.
        </li>
        <li>
          An agent writes them to{' '}
          {draft.secret_ref === '' ? 'your secret' : <code className={styles.ref}>{draft.secret_ref}</code>}.
        </li>
        <li>You can retrieve each of them once.</li>
      </ol>
    </section>
  );
}
