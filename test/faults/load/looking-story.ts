import type { Story } from './lane.js';

const PATHS = [
  '/users/me',
  '/users/me/projects',
  '/requests?limit=20',
  '/requests?status=approved&limit=20',
  '/requests/inbox',
  '/reveal-sessions/me/active',
  '/audit-events?limit=20',
  '/projects',
  '/secrets?limit=20',
  '/permissions',
];

/** Somebody looks around, and at times makes a project, twice with one key. */
export async function playLooking(story: Story): Promise<void> {
  const { draws, place, name } = story;
  const person = draws.oneOf([...place.developers, ...place.approvers, place.admin]);
  const [paths, makes, twice, api] = [
    draws.shuffled(PATHS).slice(0, 4),
    draws.chance(0.25),
    draws.chance(0.5),
    draws.between(0, 1),
  ];
  const client = story.as(person);
  for (const [n, path] of paths.entries())
    await client.ask({ operation: 'read', method: 'GET', path, api: (api + n) % 2 });
  if (!makes) return;
  const ask = {
    ...({ operation: 'project.create', path: '/projects', body: { name: `project ${name}` } } as const),
    headers: { 'idempotency-key': name },
    about: { name: `project ${name}` },
    learn: (body: any) => ({ project: body.id as string }),
  };
  await Promise.all((twice ? [0, 1] : [0]).map((n) => story.insist(client, { ...ask, api: (api + n) % 2 })));
}
