import { type AssignmentResponse, dataOf } from '../../packages/client/src/index.js';
import type { AccountBook } from './account-book.js';
import { ensure, WHOLE_LIST } from './ensure.js';
import { type Account, Person } from './person.js';
import type { StackSecrets } from './stack-secrets.js';

export interface Accounts {
  readonly admin: Account;
  readonly developer: Account;
  readonly approver: Account;
}

/** The seed role `admin` does not edit connections: that permission is granted explicitly. */
const INTEGRATIONS = {
  name: 'integration_admin',
  permissions: ['integration.edit'],
  description: 'Edits provider connections',
};

/** Returns the three people of the demonstration, each with a password. */
export function accountsOf(
  passwords: Pick<StackSecrets, 'adminPassword' | 'developerPassword' | 'approverPassword'>,
): Accounts {
  const { adminPassword, developerPassword, approverPassword } = passwords;
  return {
    admin: { email: 'ada@example.com', displayName: 'Ada, administrator', password: adminPassword },
    developer: { email: 'dana@example.com', displayName: 'Dana, developer', password: developerPassword },
    approver: { email: 'omar@example.com', displayName: 'Omar, approver', password: approverPassword },
  };
}

/** Signs the administrator in, stepped up (making accounts asks for it) and allowed to edit connections. */
export async function ensureAdmin(apiUrl: string, account: Account, book: AccountBook): Promise<Person> {
  const admin = await Person.signIn(apiUrl, account, book);
  await admin.stepUp();
  const { api } = admin;
  const isIt = ({ name }: { name: string }): boolean => name === INTEGRATIONS.name;
  const role = await ensure(dataOf(api.GET('/api/v1/roles', WHOLE_LIST)), isIt, () =>
    dataOf(api.POST('/api/v1/roles', { body: INTEGRATIONS })),
  );
  await ensureGrant(admin, admin.id, role.id, null);
  return admin;
}

/** Signs in a member of one team, whose local account holds one seed role over it. */
export async function ensureMember(
  admin: Person,
  apiUrl: string,
  member: { account: Account; role: string; teamId: string },
  book: AccountBook,
): Promise<Person> {
  const { email, displayName, password } = member.account;
  const { api } = admin;
  const known = dataOf(api.GET('/api/v1/users', { params: { query: { email } } }));
  const user = await ensure(
    known,
    (row) => row.email === email,
    () => dataOf(api.POST('/api/v1/users', { body: { email, display_name: displayName, password } })),
  );
  const roles = await dataOf(api.GET('/api/v1/roles', WHOLE_LIST));
  const role = roles.find(({ name }) => name === member.role);
  if (!role) throw new Error(`The seed role ${member.role} does not exist.`);
  await ensureGrant(admin, user.id, role.id, member.teamId);
  return Person.signIn(apiUrl, member.account, book);
}

async function ensureGrant(
  { api }: Person,
  userId: string,
  roleId: string,
  teamId: string | null,
): Promise<void> {
  const path = { userID: userId };
  const grants = await dataOf(api.GET('/api/v1/users/{userID}/roles', { params: { path } }));
  const held = ({ role_id, scope }: AssignmentResponse): boolean =>
    role_id === roleId && (scope.team_id ?? null) === teamId && !scope.project_id;
  if (grants.some(held)) return;
  const scope = teamId === null ? undefined : { team_id: teamId };
  await dataOf(api.POST('/api/v1/user-roles', { body: { user_id: userId, role_id: roleId, scope } }));
}
