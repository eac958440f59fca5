import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { allowCli, type CliRequest, cliRequestQuery, refuseCli } from '../../api/queries/cli-sign-in.js';
import { useMe } from '../../api/queries/me.js';
import { messageOf, messageOfError } from '../../api/error-messages.js';
import { ActionButton } from '../../ui/button.js';
import { Facts } from '../../ui/facts.js';
import { Form, FormButtons, TextField, textIn } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';

export const route = createLazyRoute('/shell/cli/authorize')({ component: CliAuthorizePage });

function CliAuthorizePage(): JSX.Element {
  const { request = '' } = route.useSearch();
  return (
    <Page title="Sign in the command line" width="narrow">
      {request === '' ? <Empty>{messageOf('cli_sign_in_gone')}</Empty> : <Decision id={request} />}
    </Page>
  );
}

function Decision({ id }: { id: string }): JSX.Element {
  const request = useQuery(cliRequestQuery(id));
  const [done, setDone] = useState<string | null>(null);
  if (done !== null) return <p role="status">{done}</p>;
  if (request.error) return <Problem error={request.error} />;
  if (request.data === undefined) return <Skeleton lines={3} />;
  /** With a redirect the browser leaves; its page is the command line's then. */
  const leave = (redirect: string | null, sentence: string): void => {
    setDone(sentence);
    if (redirect !== null) location.assign(redirect);
  };
  return <Question id={id} request={request.data} onDone={leave} />;
}

interface QuestionProps {
  readonly id: string;
  readonly request: CliRequest;
  readonly onDone: (redirect: string | null, sentence: string) => void;
}

function Question({ id, request, onDone }: QuestionProps): JSX.Element {
  const { email } = useMe();
  const { client, ip, needs_code: needsCode } = request;
  const about = `${client.user} on ${client.host} acts as ${email}`;
  const allow = async (data: FormData): Promise<void> => {
    const code = needsCode ? textIn(data, 'user_code') : null;
    const redirect = await allowCli(id, code, { verb: 'Sign in the command line', about });
    onDone(redirect, 'Allowed. Go back to the command line.');
  };
  const refuse = async (): Promise<void> => {
    try {
      onDone(await refuseCli(id), 'Denied. The command line shows this.');
    } catch (error) {
      toast(messageOfError(error as Error), 'warn');
    }
  };
  return (
    <Form onSubmit={allow} fieldOfCode={{ cli_user_code_invalid: 'user_code' }}>
      {({ busy }) => (
        <>
          <p>
            A command line asks to act as <strong>{email}</strong> until it signs out, for 8 hours at most. It
            says that it runs here:
          </p>
          <Facts
            facts={[
              ['Machine', client.host],
              ['Account there', client.user],
              ['Version', client.version],
              ['Asks from', ip ?? 'an unknown address'],
            ]}
          />
          <p>
            Allow it only if you have just run <code>countersign login</code> there. If somebody sent you this
            address, refuse: they would act in your name.
          </p>
          {needsCode && (
            <TextField
              name="user_code"
              label="Code that the command line shows"
              autoComplete="off"
              maxLength={32}
              required
            />
          )}
          <FormButtons>
            <ActionButton onClick={() => void refuse()}>Refuse</ActionButton>
            <ActionButton look="main" type="submit" busy={busy}>
              Allow
            </ActionButton>
          </FormButtons>
        </>
      )}
    </Form>
  );
}
