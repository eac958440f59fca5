import { dataOf } from '../../packages/client/src/index.js';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, type TestStack } from '../support/test-stack.js';

/** What an administrator does not hold by themselves, and the README of examples/platform asks for. */
export const MORE = ['integration.edit', 'policy.author'] as const;
/** Whom the files of examples/platform name. */
export const APPROVER = 'bob@example.com';
const PEOPLE = ['ada@example.com', APPROVER];
/** Of these people. */
export const PASSWORD = canary('password');

export interface PlatformPeople {
  /** Has stepped up. */
  readonly admin: TestClient;
  /** The role that has `MORE`. */
  readonly roleId: string;
}

/** Makes the people whom examples/platform needs on a new service. */
export async function createPlatformPeople(stack: TestStack): Promise<PlatformPeople> {
  const admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await admin.enrollAndStepUp();
  const { api, userId } = admin;
  const role = await dataOf(api.POST('/api/v1/roles', { body: { name: 'more', permissions: [...MORE] } }));
  await dataOf(api.POST('/api/v1/user-roles', { body: { user_id: userId, role_id: role.id } }));
  for (const email of PEOPLE)
    await dataOf(api.POST('/api/v1/users', { body: { email, display_name: email, password: PASSWORD } }));
  return { admin, roleId: role.id };
}
