import { generateSync } from 'otplib';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { enrollment } from './agent-lane.js';
import type { Client } from './client.js';
import type { Story } from './lane.js';

const PASSWORD = 'a long enough password';

/** One token, asked for by several at once: one agent, which is then revoked. */
export async function playEnrollment(story: Story): Promise<void> {
  const { place, draws } = story;
  const [admin, racers, revokes, api] = [
    story.as(place.admin),
    draws.between(1, 3),
    draws.chance(0.8),
    draws.between(0, 1),
  ];
  const { publicKeyBase64 } = generateAgentKeyPair();
  const issued = await story.insist(admin, {
    ...({ operation: 'token.create', body: {}, api } as const),
    path: `/provider-connections/${place.connectionId}/enrollment-tokens`,
    learn: (body) => ({ token: body.id as string }),
  });
  if (issued.status !== 201) return;
  const ask = {
    ...({ operation: 'agent.enroll', path: '/agents/enroll' } as const),
    body: enrollment(issued.body.enrollment_token as string, publicKeyBase64),
    about: { token: issued.body.id as string },
    learn: (body: any) => ({ agent: body.agent_id as string }),
  };
  const answers = await Promise.all(
    Array.from({ length: racers }, (_, n) => story.insist(story.client(), { ...ask, api: n % 2 })),
  );
  const agent = answers.find((answer) => answer.status === 201)?.body;
  if (!agent) return;
  await beAnAgent(story, agent, api);
  const about = { agent: agent.agent_id as string };
  const path = `/agents/${about.agent}/revoke`;
  if (revokes) await story.insist(admin, { operation: 'agent.revoke', path, body: {}, api, about });
}

/** Says that it lives, and puts another key in the place of the one it enrolled with. */
async function beAnAgent(story: Story, agent: any, api: number): Promise<void> {
  const client = story.client({ 'x-agent-secret': agent.agent_token as string });
  const about = { agent: agent.agent_id as string };
  const path = `/agents/${about.agent}`;
  await client.ask({ operation: 'agent.heartbeat', path: `${path}/heartbeat`, body: {}, api, about });
  const { publicKeyBase64: key } = generateAgentKeyPair();
  await story.insist(client, {
    ...({ operation: 'agent.public_key', method: 'PUT', path: `${path}/public-key`, api } as const),
    body: { public_key: key },
    about: { ...about, key },
  });
}

/** A new account signs in, at times with a wrong password first, enrolls a factor, steps up and signs out. */
export async function playSignIn(story: Story): Promise<void> {
  const { place, draws, name } = story;
  const [wrong, leaves, api] = [draws.chance(0.3), draws.chance(0.8), draws.between(0, 1)];
  const email = `${name.replace('/', '-')}@faults.test`;
  const created = await story.insist(story.as(place.admin), {
    ...({ operation: 'user.create', path: '/users', api } as const),
    body: { email, display_name: name, password: PASSWORD },
    headers: { 'idempotency-key': name },
    learn: (body) => ({ user: body.id as string }),
  });
  if (created.status !== 201) return;
  const anybody = story.client();
  const login = (password: string) =>
    story.insist(anybody, {
      ...({ operation: 'login', path: '/auth/login', body: { email, password }, api } as const),
      about: { user: created.body.id as string },
      learn: (body) => ({ session: sessionOf(body.token as string) }),
    });
  if (wrong) await login('not the password at all');
  const { status, body } = await login(PASSWORD);
  if (status !== 200) return;
  const about = { user: created.body.id as string, session: sessionOf(body.token as string) };
  const client = story.client({ authorization: `Bearer ${body.token}` });
  await stepUp(story, client, about, api);
  if (leaves) await story.insist(client, { operation: 'logout', path: '/auth/logout', body: {}, api, about });
}

async function stepUp(
  story: Story,
  client: Client,
  about: Record<string, string>,
  api: number,
): Promise<void> {
  const totp = '/users/me/mfa/totp';
  const start = { operation: 'totp.start', path: `${totp}/start`, body: {}, api, about } as const;
  const started = await story.insist(client, start);
  if (started.status !== 200) return;
  const { challenge_id, secret } = started.body as { challenge_id: string; secret: string };
  const confirmed = await client.ask({
    ...({ operation: 'totp.confirm', path: `${totp}/confirm`, api: 1 - api, about } as const),
    body: { challenge_id, code: codeOf(secret, 0) },
    learn: (body) => ({ factor: body.id as string }),
  });
  if (confirmed.status !== 201) return;
  const ask = { operation: 'stepup.challenge', path: '/auth/mfa/challenge', api, about } as const;
  const challenge = await story.insist(client, { ...ask, body: { kind: 'totp' } });
  if (challenge.status !== 200) return;
  await client.ask({
    ...({ operation: 'stepup.verify', path: '/auth/mfa/verify', api: 1 - api, about } as const),
    // The confirming code is spent: the next step's is within the allowed skew.
    body: {
      ...{ challenge_id: challenge.body.challenge_id as string, factor_id: confirmed.body.id as string },
      code: codeOf(secret, 1),
    },
  });
}

function codeOf(secret: string, stepsAhead: number): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 });
}

/** Returns the session that a login token stands for (D7). */
function sessionOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string };
  return claims.sid;
}
