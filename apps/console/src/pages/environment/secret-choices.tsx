import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useNames } from '../../api/queries/names.js';
import { MOST_FOUND, type Secret, secretSearchQuery } from '../../api/queries/secrets.js';
import { numberText } from '../../ui/number-text.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { TwoLines } from '../../ui/two-lines.js';
import { useDebounced } from '../../ui/use-debounced.js';
import styles from './page.module.css';

interface SecretChoicesProps {
  /** A part of the reference. */
  readonly typed: string;
  /** Where those that are looked for are not bound yet. */
  readonly environmentId: string;
  readonly chosen: readonly Secret[];
  readonly onChange: (chosen: readonly Secret[]) => void;
}

/** The secrets that were found, those that are chosen first. */
export function SecretChoices(props: SecretChoicesProps): JSX.Element {
  const { typed, environmentId, chosen, onChange } = props;
  const { data, error, failureReason, refetch } = useQuery(secretSearchQuery(useDebounced(typed.trim())));
  const found = data ?? [];
  const others = found.filter(
    (each) => !chosen.some(({ id }) => id === each.id) && !each.environment_ids.includes(environmentId),
  );
  const rows = [...chosen, ...others];
  const nameOf = useNames(rows.map(({ provider_connection_id: of }) => of && `provider_connection:${of}`));
  const toggle = (secret: Secret): void =>
    onChange(chosen.includes(secret) ? chosen.filter((each) => each !== secret) : [...chosen, secret]);
  return (
    <fieldset className={styles.choices}>
      <legend>{chosen.length === 0 ? 'Secrets' : `Secrets, ${numberText(chosen.length)} chosen`}</legend>
      {error !== null && <Problem error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={3} failure={failureReason} />}
      {data !== undefined && rows.length === 0 && <p>None found that is not bound here already.</p>}
      {rows.map((secret) => (
        <label key={secret.id}>
          <input type="checkbox" checked={chosen.includes(secret)} onChange={() => toggle(secret)} />
          <TwoLines first={<code>{secret.ref}</code>} second={storeOf(secret, nameOf)} />
        </label>
      ))}
      {found.length >= MOST_FOUND && (
        <p>The first {MOST_FOUND} are shown. More letters of the reference find others.</p>
      )}
    </fieldset>
  );
}

function storeOf(
  { provider, provider_connection_id: id }: Secret,
  nameOf: ReturnType<typeof useNames>,
): string | undefined {
  return id === null ? provider : nameOf(`provider_connection:${id}`);
}
