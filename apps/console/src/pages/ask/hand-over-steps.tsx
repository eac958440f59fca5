import type { JSX } from 'react';
import styles from './page.module.css';
import type { HandOver } from './use-hand-over.js';
import type { Wish } from './use-wish.js';

/** What becomes of a request to another team. Its rule is found when it is made: the service has no preview of it. */
export function HandOverSteps({ handOver, wish }: { handOver: HandOver; wish: Wish }): JSX.Element {
  const team = handOver.teams.find(({ id }) => id === handOver.target_team_id)?.name;
  const environment = handOver.environments.find(({ id }) => id === handOver.target_environment_id)?.name;
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
          {wish.secret_ref === '' ? 'your secret' : <code className={styles.ref}>{wish.secret_ref}</code>}.
        </li>
        <li>You can retrieve each of them once.</li>
      </ol>
    </section>
  );
}
