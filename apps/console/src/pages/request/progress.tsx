import type { JSX } from 'react';
import type { RequestDetail } from '../../api/queries/requests.js';
import { lengthText } from '../../ui/duration.js';
import { Icon } from '../../ui/icons.js';
import { useNow } from '../../ui/use-now.js';
import styles from './page.module.css';

/** An approved request that no agent has taken for so long has nobody who works. */
const SILENT_AFTER_SECONDS = 60;

/** What an approved request waits for now. */
export function Progress({ request }: { request: RequestDetail }): JSX.Element | null {
  const { status, job, approved_at: at, names } = request;
  const now = useNow(5);
  if (status !== 'approved' || job === null || at === null) return null;
  const waited = Math.max(0, (now - Date.parse(at)) / 1000);
  const connection = names?.connection ?? 'this connection';
  const silent = job.status === 'queued' && waited > SILENT_AFTER_SECONDS;
  return (
    <p className={styles.progress} role="status">
      <Icon name={silent ? 'warning' : 'waiting'} />
      {job.status === 'claimed' && `The agent ${job.agent_name ?? ''} is carrying it out.`}
      {job.status === 'queued' &&
        (silent
          ? `No agent of ${connection} has taken it for ${lengthText(waited)}.`
          : `Waiting for an agent of ${connection}.`)}
    </p>
  );
}
