import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { missingPermissionAt } from '../../api/missing-permission.js';
import { projectBindingsQuery } from '../../api/queries/bindings.js';
import type { Environment } from '../../api/queries/environments.js';
import { useMe } from '../../api/queries/me.js';
import { secretsQuery } from '../../api/queries/secrets.js';
import { type Preview, previewQuery } from '../../api/queries/submit.js';
import { messageOf } from '../../api/error-messages.js';
import type { ProjectPlace } from '../../places/project-place.js';
import { ApproverGroups } from '../../ui/approver-groups.js';
import { Facts } from '../../ui/facts.js';
import { SelectField } from '../../ui/form.js';
import { DirectRevealButton } from '../../ui/direct-reveal-button.js';
import { Section } from '../../ui/page.js';
import { shortRef } from '../../ui/short-ref.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { whyNoDirectReveal } from '../../ui/why-no-direct-reveal.js';

export interface EffectiveRulesProps {
  readonly place: ProjectPlace;
  readonly environment: Environment;
}

/** The rules that now apply to a read, a change and a direct reveal of one of the environment's secrets. */
export function EffectiveRules({ place, environment }: EffectiveRulesProps): JSX.Element {
  const reason = missingPermissionAt(useMe(), 'secret.request', place);
  return (
    <Section title="Effective rules">
      {reason === null ? (
        <Chosen place={place} environment={environment} />
      ) : (
        <p>Shown to users who may submit requests here. {reason}</p>
      )}
    </Section>
  );
}

function Chosen({ place: { projectId }, environment: { id, name } }: EffectiveRulesProps): JSX.Element {
  const secrets = useInfiniteQuery(secretsQuery({ environment_id: id })).data?.pages[0]?.rows;
  const bindings = useQuery(projectBindingsQuery(projectId, id)).data;
  const [chosen, choose] = useState('');
  if (secrets === undefined || bindings === undefined) return <Skeleton lines={3} />;
  const secret = secrets.find((each) => each.id === chosen) ?? secrets[0];
  const connection = secret?.provider_connection_id ?? bindings[0]?.provider_connection_id;
  if (secret === undefined || connection === undefined)
    return <Empty>Bind a connection and a secret to see this.</Empty>;
  const scope = {
    ...{ project_id: projectId, environment_id: id },
    ...{ provider_connection_id: connection, secret_ref: secret.ref },
  };
  return (
    <>
      {secrets.length > 1 && (
        <SelectField
          name="secret"
          label="For the secret"
          value={secret.id}
          onChange={({ target: { value } }) => choose(value)}
        >
          {secrets.map((each) => (
            <option key={each.id} value={each.id}>
              {shortRef(each.ref)}
            </option>
          ))}
        </SelectField>
      )}
      <Decisions scope={scope} />
      <ShowKeys key={secret.id} scope={scope} keys={secret.keys} where={name} />
    </>
  );
}

interface SecretScope {
  readonly project_id: string;
  readonly environment_id: string;
  readonly provider_connection_id: string;
  readonly secret_ref: string;
}

function Decisions({ scope }: { scope: SecretScope }): JSX.Element {
  const read = useQuery(previewQuery({ ...scope, operation: 'read' }));
  const change = useQuery(previewQuery({ ...scope, operation: 'patch' }));
  if (read.data === undefined || change.data === undefined) {
    const error = read.error ?? change.error;
    return error ? <Problem error={error} again={() => void read.refetch()} /> : <Skeleton lines={3} />;
  }
  return (
    <Facts
      facts={[
        ['To read', <Decision key="" preview={read.data} />],
        ['To change', <Decision key="" preview={change.data} />],
        ['To reveal directly', whyNoDirectReveal(read.data) ?? 'Without anybody’s approval.'],
      ]}
    />
  );
}

interface ShowKeysProps {
  readonly scope: SecretScope;
  /** Those of the secret that are known. */
  readonly keys: readonly string[];
  /** What the environment is called. */
  readonly where: string;
}

/** Which of the secret's keys are shown without a request, and the button that does it. */
function ShowKeys({ scope, keys, where }: ShowKeysProps): JSX.Element {
  const [chosen, choose] = useState(keys.length === 1 ? keys[0]! : '');
  if (keys.length === 0) return <p>None of its keys are known. Name them where you request it.</p>;
  return (
    <>
      <SelectField
        name="key"
        label="Key to show now"
        value={chosen}
        onChange={({ target: { value } }) => choose(value)}
      >
        <option value="">Choose…</option>
        {keys.map((key) => (
          <option key={key}>{key}</option>
        ))}
      </SelectField>
      <div>
        <DirectRevealButton
          body={{ ...scope, operation: 'read' }}
          keys={chosen === '' ? [] : [chosen]}
          where={where}
        />
      </div>
    </>
  );
}

function Decision({ preview }: { preview: Preview }): JSX.Element {
  const { refusals, rule_name: rule, workflow, requires_mfa: mfa, approver_groups } = preview;
  // A missing justification is no refusal yet: nothing has been typed.
  const refused = refusals.filter((code) => code !== 'justification_required');
  return (
    <>
      {refused.map((code) => (
        <p key={code}>{messageOf(code)}</p>
      ))}
      {workflow !== null && (
        <p>
          {workflow.min_approvers === 0
            ? 'No approval is required.'
            : workflow.min_approvers === 1
              ? 'One person approves.'
              : `${workflow.min_approvers} people approve.`}{' '}
          {workflow.min_approvers > 0 && <ApproverGroups groups={approver_groups} />}
          {mfa === true && ' A second factor is required.'}
          {workflow.require_justification && ' A justification is required.'}
        </p>
      )}
      {rule !== null && (
        <p>
          The rule <strong>{rule}</strong> decides
          {workflow !== null && `, with the workflow ${workflow.name}`}.
        </p>
      )}
    </>
  );
}
