import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { type Preview, type PreviewBody, previewQuery } from '../../api/queries/submit.js';
import { messageOf } from '../../api/error-messages.js';
import { ApproverGroups } from '../../ui/approver-groups.js';
import { lengthText } from '../../ui/duration.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { WarningNotice } from '../../ui/warning-notice.js';
import styles from './page.module.css';

/** What the service says would become of the request, beside the form while it grows. */
export function RequestPreview(props: { body: PreviewBody | null; justified: boolean }): JSX.Element {
  const { body, justified } = props;
  const { data, error, refetch } = useQuery(previewQuery(body));
  return (
    <section className={styles.preview} aria-labelledby="what-will-happen">
      <h2 id="what-will-happen">What will happen</h2>
      {body === null ? (
        <p className={styles.dim}>Name the secret and choose its environment to see this.</p>
      ) : data !== undefined ? (
        <PreviewText preview={data} operation={body.operation ?? 'read'} justified={justified} />
      ) : error === null ? (
        <Skeleton lines={4} />
      ) : (
        <Problem error={error} again={() => void refetch()} />
      )}
    </section>
  );
}

interface PreviewTextProps {
  readonly preview: Preview;
  readonly operation: 'read' | 'patch';
  readonly justified: boolean;
}

function PreviewText({ preview, operation, justified }: PreviewTextProps): JSX.Element {
  const { refusals, rule_name, workflow } = preview;
  const refused = refusals.filter((code) => code !== 'justification_required' || !justified);
  return (
    <>
      {refused.map((code) => (
        <WarningNotice key={code}>{messageOf(code)}</WarningNotice>
      ))}
      {workflow !== null && <Stages preview={preview} workflow={workflow} operation={operation} />}
      {rule_name !== null && (
        <p className={styles.dim}>
          The rule <strong>{rule_name}</strong> decides
          {workflow !== null && (
            <>
              , with the workflow <strong>{workflow.name}</strong>
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

function Stages(props: {
  preview: Preview;
  workflow: NonNullable<Preview['workflow']>;
  operation: PreviewTextProps['operation'];
}): JSX.Element {
  const { workflow, operation } = props;
  const { requires_mfa, lifetimes, approver_groups, reveal_ttl_seconds } = props.preview;
  return (
    <ol className={styles.stages}>
      <li>
        {requires_mfa ? 'You request it, with your second factor' : 'You request it'}
        {workflow.require_justification && ', and say why'}.
      </li>
      {workflow.min_approvers > 0 && (
        <li>
          {workflow.min_approvers === 1 ? 'One person approves' : `${workflow.min_approvers} people approve`}
          {lifetimes && `, within ${lengthText(lifetimes.request)}`}.{' '}
          <span className={styles.dim}>
            <ApproverGroups groups={approver_groups} />
          </span>
        </li>
      )}
      <li>{operation === 'read' ? 'An agent fetches the values.' : 'An agent writes the values.'}</li>
      {operation === 'read' && (
        <li>
          You retrieve each value once
          {lifetimes && `, within ${lengthText(lifetimes.claimed)}`}
          {reveal_ttl_seconds !== null && `; they are open for ${lengthText(reveal_ttl_seconds)}`}.
        </li>
      )}
    </ol>
  );
}
