import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { type RequestDetail, timelineQuery } from '../../api/queries/requests.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { lengthText } from '../../ui/duration.js';
import { Icon } from '../../ui/icons.js';
import { Section } from '../../ui/page.js';
import { persistedInput } from '../../ui/persisted-input.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { type Step, stepsOf } from './steps.js';
import styles from './timeline.module.css';
import { onDemand } from '../../ui/on-demand.js';

/** Name of the field in the form. */
const COMMENT = 'text';

// The picture comes after what the page is opened for.
const MilestonePicture = onDemand(() =>
  import('./milestone-picture.js').then(({ MilestonePicture: it }) => it),
);
const CommentForm = onDemand(() => import('./comment-form.js').then(({ CommentForm: it }) => it));

/** What has happened to a request, with how long each step took; whoever sees it can write on it. */
export function Timeline({ request }: { request: RequestDetail }): JSX.Element {
  const { data, error, refetch } = useQuery(timelineQuery(request));
  return (
    <Section title="Timeline">
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Problem error={error} again={() => void refetch()} />
        )
      ) : (
        <>
          <MilestonePicture request={request} entries={data} />
          <Steps steps={stepsOf(data, request)} />
        </>
      )}
      <Comment request={request} />
    </Section>
  );
}

/** Opens the form of a comment, at once where one was being written when the browser threw the page away. */
function Comment({ request }: { request: RequestDetail }): JSX.Element {
  const [open, setOpen] = useState<'pressed' | 'kept' | null>(() =>
    persistedInput(COMMENT) === undefined ? null : 'kept',
  );
  if (open !== null) return <CommentForm request={request} autoFocus={open === 'pressed'} />;
  return (
    <div>
      <Button onClick={() => setOpen('pressed')}>Write a comment</Button>
    </div>
  );
}

function Steps({ steps }: { steps: readonly Step[] }): JSX.Element {
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li key={`${step.at} ${step.did} ${step.keys.join()}`} className={styles.step}>
          <Rail step={step} last={index === steps.length - 1} />
          <div className={styles.words}>
            <p className={styles.line}>
              <span>
                {step.who !== null && <strong>{step.who}</strong>} {step.did}
                {step.keys.length > 0 && <code> {step.keys.join(', ')}</code>}
              </span>
              <span className={styles.when}>
                <Ago at={step.at} />
                {index > 0 && <Passed from={steps[index - 1]!.at} to={step.at} />}
              </span>
            </p>
            {step.text !== null && <blockquote className={styles.text}>{step.text}</blockquote>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The dot of a step, and the line to the next one. */
function Rail({ step, last }: { step: Step; last: boolean }): JSX.Element {
  return (
    <span className={classNames(styles.rail, styles[step.tone])}>
      <Icon name={step.icon} />
      {!last && (
        <svg aria-hidden="true" focusable="false" className={styles.track} width="2" height="100%">
          <line x1="1" y1="0" x2="1" y2="100%" stroke="currentColor" strokeWidth="2" />
        </svg>
      )}
    </span>
  );
}

/** How long after the step before; nothing below a second. */
function Passed({ from, to }: { from: string; to: string }): JSX.Element | null {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return seconds < 1 ? null : <span> · after {lengthText(seconds)}</span>;
}
