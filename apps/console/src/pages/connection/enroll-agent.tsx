import { type JSX, useEffect, useState } from 'react';
import type { Connection } from '../../api/queries/connections.js';
import { queryClient } from '../../api/query-client.js';
import { ClipboardNotice } from '../../secret/clipboard-notice.js';
import { EnrollmentToken, forgetToken, type IssuedToken, issueToken } from '../../secret/enrollment-token.js';
import { ActionButton, Button } from '../../ui/button.js';
import { Form, FormButtons, SelectField, TextField, textIn } from '../../ui/form.js';
import { Countdown } from '../../ui/time.js';
import { EnrollmentStatus } from './enrollment-status.js';
import { Install } from './install.js';
import styles from './page.module.css';
import type { Installation } from './snippets.js';

interface Issued {
  readonly token: IssuedToken;
  readonly installation: Installation;
}

/** Issues a token for one agent, tells how the agent is installed, and waits for it. */
export function EnrollAgent(props: { connection: Connection; reason: string | null }): JSX.Element {
  const { connection, reason } = props;
  const [issued, setIssued] = useState<Issued | null>(null);
  useEffect(() => forgetToken, []);
  const send = async (data: FormData): Promise<void> => {
    const cluster = connection.cluster_name ?? textIn(data, 'cluster_name');
    const agent = textIn(data, 'agent');
    const body = {
      ttl_seconds: Number(textIn(data, 'ttl_seconds')),
      ...(connection.cluster_name === null && cluster !== '' ? { cluster_name: cluster } : {}),
    };
    const prompt = { verb: 'Enroll an agent', about: `for the connection ${connection.name}` };
    const token = await issueToken(connection.id, body, prompt);
    const { type, scope } = connection;
    setIssued({ token, installation: { apiUrl: location.origin, agent, cluster, type, scope } });
    await queryClient.invalidateQueries({ queryKey: ['connections', 'tokens', connection.id] });
  };
  if (issued !== null) {
    const end = (): void => {
      forgetToken();
      setIssued(null);
    };
    return <Waiting connection={connection} issued={issued} onEnd={end} />;
  }
  return (
    <div className={styles.form}>
      <Form onSubmit={send} fieldOfCode={{ cluster_mismatch: 'cluster_name' }}>
        {({ busy }) => (
          <>
            <TextField
              name="agent"
              label="Name of the agent"
              hint="Small letters, digits and hyphens."
              defaultValue={labelOf(connection.name)}
              required
              pattern="[a-z0-9]([a-z0-9\-]{0,61}[a-z0-9])?"
              autoComplete="off"
            />
            {connection.cluster_name === null && (
              <TextField
                name="cluster_name"
                label="Cluster (optional)"
                hint="Without one the agent belongs to no cluster, and sees no Argo CD endpoint."
                maxLength={200}
                autoComplete="off"
              />
            )}
            <SelectField name="ttl_seconds" label="Token lifetime" defaultValue={900}>
              <option value={900}>15 minutes</option>
              <option value={3600}>an hour</option>
              <option value={86_400}>a day</option>
            </SelectField>
            <FormButtons>
              <ActionButton look="main" type="submit" busy={busy} reason={reason}>
                Enroll an agent
              </ActionButton>
            </FormButtons>
          </>
        )}
      </Form>
    </div>
  );
}

interface WaitingProps {
  readonly connection: Connection;
  readonly issued: Issued;
  readonly onEnd: () => void;
}

function Waiting({ connection, issued: { token, installation }, onEnd }: WaitingProps): JSX.Element {
  return (
    <div className={styles.steps}>
      <h3>1. The token</h3>
      <p>
        It enrolls one agent, once. It expires in <Countdown to={token.expires_at} />.
      </p>
      <EnrollmentToken id={token.id} />
      <ClipboardNotice />
      <h3>2. The agent</h3>
      <Install installation={installation} />
      <h3>3. First heartbeat</h3>
      <EnrollmentStatus connectionId={connection.id} tokenId={token.id} />
      <div className={styles.buttons}>
        <Button onClick={onEnd}>Done</Button>
      </div>
    </div>
  );
}

/** Returns a name that an agent may have, made of the connection's. */
function labelOf(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${plain.slice(0, 60)}-1`.replace(/^-+/, '');
}
