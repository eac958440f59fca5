import type { JSX } from 'react';
import { isForked, type LogWitness, logWitnessQuery } from '../../api/queries/log-witness.js';
import { queryClient } from '../../api/query-client.js';
import { keepCheckpoint } from '../../proof/kept-checkpoint.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { momentText } from '../../ui/log-fork.js';
import { Section } from '../../ui/page.js';
import styles from './page.module.css';
import { numberText } from '../../ui/number-text.js';

/** What this browser remembers of the log, and whether the log still contains it. */
export function Witness({ found }: { found: LogWitness }): JSX.Element {
  const forked = isForked(found);
  return (
    <Section title="Since this browser last looked">
      <p className={styles.verdict}>
        {forked ? (
          <Badge tone="bad" icon="failed">
            Does not match
          </Badge>
        ) : (
          (found.state === 'grown' || found.state === 'same') && (
            <Badge tone="ok" icon="check">
              Unchanged
            </Badge>
          )
        )}
        <span>{wordsOf(found)}</span>
      </p>
      {forked && <Evidence found={found} />}
    </Section>
  );
}

function wordsOf(found: LogWitness): string {
  const { state, latest, before } = found;
  const at = before === null ? '' : momentText(before.at);
  if (isForked(found))
    return `The log does not contain what this browser kept on ${at}. That stays here until you forget it.`;
  if (state === 'same') return `The log is as it was on ${at}: no event is new.`;
  if (state !== 'grown') return OTHERS[state] ?? '';
  const was = before?.head.treeSize ?? 0;
  const more = (latest?.tree_size ?? 0) - was;
  return `The log had ${numberText(was)} events on ${at}. They are unchanged, and ${numberText(more)} came after them: computed in this browser.`;
}

const OTHERS: Partial<Readonly<Record<LogWitness['state'], string>>> = {
  first: 'It had not seen this log before. It keeps this checkpoint, and compares with it the next time.',
  unsigned: 'Without a signature there is nothing to compare.',
  'other-key':
    'The newest checkpoint is not signed by the key in use, so it is not compared. Look at the key of the log.',
};

/** Both signed notes: together they show that somebody signed two histories. */
function Evidence({ found: { latest, before } }: { found: LogWitness }): JSX.Element {
  const forget = (): void => {
    keepCheckpoint(null);
    void queryClient.invalidateQueries(logWitnessQuery);
  };
  return (
    <>
      <Note title="Kept by this browser" text={before?.checkpoint ?? ''} />
      <Note title="Served now" text={latest?.checkpoint ?? 'none'} />
      <p>
        <Button onClick={forget}>Forget what was kept</Button>
      </p>
    </>
  );
}

function Note({ title, text }: { title: string; text: string }): JSX.Element {
  return (
    <figure className={styles.note}>
      <figcaption>{title}</figcaption>
      <CodeBlock label={title}>{text}</CodeBlock>
    </figure>
  );
}
