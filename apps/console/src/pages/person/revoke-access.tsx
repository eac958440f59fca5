import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import { type Grant, grantsOfQuery, originOf } from '../../api/queries/grants.js';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import type { User } from '../../api/queries/people.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { Form, FormButtons } from '../../ui/form.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { Section } from '../../ui/page.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { type Revocation, REVOCATIONS, revokeAccess, type Outcome } from './revocation.js';
import { RevocationOutcome } from './revocation-outcome.js';
import styles from './page.module.css';

const LABELS: Readonly<Record<Revocation, string>> = {
  disable: 'Disable the account',
  sessions: 'End every session',
  factors: 'Clear the second factors',
  grants: 'Revoke all grants',
};
const EFFECTS: Readonly<Record<Exclude<Revocation, 'grants'>, string>> = {
  disable: 'They can’t sign in, and their open requests are cancelled. Can be undone.',
  sessions: 'All their browsers and programs are signed out immediately.',
  factors: 'A stolen authenticator is no longer accepted. They enroll a new one when they next need it.',
};

/** Revokes a user's access in one step: account, sessions, second factors and grants, each of which can be deselected. */
export function RevokeAccess({ user }: { user: User }): JSX.Element {
  const me = useMe();
  const { data: grants, error, refetch } = useQuery(grantsOfQuery(user.id));
  const [chosen, choose] = useState<ReadonlySet<Revocation>>(new Set(['disable', 'sessions']));
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Revocation, Outcome>>(new Map());
  if (grants === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;

  const name = user.display_name ?? user.email;
  const lacking = missingGlobalPermission(me, 'user_role.edit');
  const possible = REVOCATIONS.filter((each) => each === 'grants' || lacking === null);
  const wanted = new Set(possible.filter((each) => chosen.has(each)));
  const revoke = async (): Promise<void> => {
    setOutcomes(new Map());
    const prompt = {
      verb: 'Revoke access',
      about: (
        <>
          {name}:{' '}
          {REVOCATIONS.filter((each) => wanted.has(each))
            .map((each) => LABELS[each].toLowerCase())
            .join(', ')}
        </>
      ),
    };
    await revokeAccess(user, wanted, grants, prompt, (each, outcome) =>
      setOutcomes((before) => new Map(before).set(each, outcome)),
    );
    for (const key of ['people', 'grants']) await queryClient.invalidateQueries({ queryKey: [key] });
  };
  return (
    <Section title={`Revoke access of ${name}`}>
      <Form onSubmit={revoke}>
        {({ busy }) => (
          <>
            <fieldset className={styles.revocations}>
              <legend className="visually-hidden">What to revoke</legend>
              {REVOCATIONS.map((each) => (
                <Switch
                  key={each}
                  revocation={each}
                  on={wanted.has(each)}
                  reason={possible.includes(each) ? null : lacking}
                  onChange={(on) => choose(on ? new Set([...chosen, each]) : without(chosen, each))}
                >
                  {each === 'grants' ? <HeldGrants grants={grants} /> : <p>{EFFECTS[each]}</p>}
                  <div role="status">
                    {outcomes.get(each) && (
                      <RevocationOutcome revocation={each} outcome={outcomes.get(each)!} />
                    )}
                  </div>
                </Switch>
              ))}
            </fieldset>
            <FormButtons>
              <ActionButton look="bad" type="submit" busy={busy} reason={whyNot()}>
                Revoke access now
              </ActionButton>
            </FormButtons>
          </>
        )}
      </Form>
    </Section>
  );

  function whyNot(): string | null {
    if (user.id === me.id) return 'This is your own account: another administrator has to do this.';
    return missingPermission(me, 'user_role.edit') ?? (wanted.size === 0 ? 'Nothing is chosen.' : null);
  }
}

interface SwitchProps {
  readonly revocation: Revocation;
  readonly on: boolean;
  /** Why it can't be chosen. */
  readonly reason: string | null;
  readonly onChange: (on: boolean) => void;
  /** What it does, and what became of it. */
  readonly children: ReactNode;
}

function Switch({ revocation, on, reason, onChange, children }: SwitchProps): JSX.Element {
  const id = `revoke-${revocation}`;
  return (
    <div className={styles.revocation}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-disabled={reason !== null || undefined}
        aria-describedby={`${id}-effect`}
        onChange={({ target: { checked } }) => reason === null && onChange(checked)}
      />
      <label htmlFor={id}>{LABELS[revocation]}</label>
      <div id={`${id}-effect`}>
        {reason !== null && <p className={styles.dim}>{reason}</p>}
        {children}
      </div>
    </div>
  );
}

/** The grants that would go, with those that come back by themselves. */
function HeldGrants({ grants }: { grants: readonly Grant[] }): JSX.Element {
  if (grants.length === 0) return <p>They hold none.</p>;
  return (
    <>
      <p>
        Once revoked, they have to be <Link to="/grants">granted</Link> again one by one:
      </p>
      <ul>
        {grants.map((grant) => (
          <li key={grant.id}>
            {grant.role_name} <GrantPlace scope={grant.scope} />
            {originOf(grant) === 'oidc' && ' (from the identity provider: granted again at the next sign-in)'}
          </li>
        ))}
      </ul>
    </>
  );
}

function without(chosen: ReadonlySet<Revocation>, left: Revocation): ReadonlySet<Revocation> {
  return new Set([...chosen].filter((each) => each !== left));
}
