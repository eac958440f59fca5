import { type JSX, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/client.js';
import { messageOfError } from '../api/error-messages.js';
import { Button } from './button.js';
import { CopyId } from './copy-id.js';
import { Icon } from './icons.js';
import styles from './states.module.css';

/** Another try of the same person would be refused again. */
const FORBIDDEN = 403;

/** Nothing is here: one sentence and, where there is one, the one thing to do. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }): JSX.Element {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A call failed: its sentence, another try, and the id that finds it in the service's log. */
export function Problem({ error, again }: { error: Error; again?: () => void }): JSX.Element {
  const { correlationId: id = null, status }: Partial<ApiError> = error instanceof ApiError ? error : {};
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <div className={styles.words}>
        <p>{messageOfError(error)}</p>
        {id !== null && (
          <p className={styles.small}>
            Correlation id <CopyId id={id} />
          </p>
        )}
      </div>
      {again && status !== FORBIDDEN && <Button onClick={again}>Try again</Button>}
    </div>
  );
}

interface SkeletonProps {
  readonly lines?: number;
  /** Why it takes so long: the call has failed, and is repeated. */
  readonly failure?: Error | null;
}

/** The frame of what is being loaded, after 200 ms. */
export function Skeleton({ lines = 5, failure }: SkeletonProps): JSX.Element {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      {failure && <p className={styles.small}>{messageOfError(failure)} Trying again…</p>}
      {late && Array.from({ length: lines }, (_, line) => <span key={line} className={styles.line} />)}
    </div>
  );
}
