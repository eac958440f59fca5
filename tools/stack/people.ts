import type { AccountBook } from './account-book.js';
import type { ApiClient } from './api-client.js';
import type { AssignmentRow, NamedRow, UserRow } from './api-rows.js';
import { type Account, Person } from './person.js';
import type { StackSecrets } from './stack-secrets.js';

export interface Accounts {
  readonly admin: Account;
  readonly developer: Account;
  readonly approver: Account;
}

/** The seed role `admin` does not edit connections: that permission is granted explicitly. */
const INTEGRATIONS = { name: 'integration_admin', permissions: ['integration.edit'] };

/** The three people of the demonstration. */
export function accountsOf(secrets: StackSecrets): Accounts {
  return {
    admin: { email: 'ada@example.com', displayName: 'Ada, administrator', password: secrets.adminPassword },
    developer: {
      email: 'dana@example.com',
      displayName: 'Dana, developer',
      password: secrets.developerPassword,
    },
    approver: {
      email: 'omar@example.com',
      displayName: 'Omar, approver',
      password: secrets.approverPassword,
    },
  };
}

/** The administrator, stepped up (making accounts asks for it), and allowed to edit connections. */
export async function ensureAdmin(nobody: ApiClient, account: Account, book: AccountBook): Promise<Person> {
  const admin = await Person.signIn(nobody, account, book);
  await admin.stepUp();
  const isIt = (role: NamedRow): boolean => role.name === INTEGRATIONS.name;
  const role = await admin.api.ensure<NamedRow>('/roles?limit=1000', isIt, {
    ...INTEGRATIONS,
    description: 'Edits provider connections',
  });
  await ensureGrant(admin, admin.id, role.id, null);
  return admin;
}

/** Somebody with a local account who holds one seed role over one team. */
export async function ensureMember(
  admin: Person,
  nobody: ApiClient,
  member: { account: Account; role: string; teamId: string },
  book: AccountBook,
): Promise<Person> {
  const { email, displayName, password } = member.account;
  const path = `/users?email=${encodeURIComponent(email)}`;
  const isIt = (row: UserRow): boolean => row.email === email;
  const user = await admin.api.ensure<UserRow>(path, isIt, { email, display_name: displayName, password });
  const roles = await admin.api.get<NamedRow[]>('/roles?limit=1000');
  const role = roles.find(({ name }) => name === member.role);
  if (!role) throw new Error(`The seed role ${member.role} is gone.`);
  await ensureGrant(admin, user.id, role.id, member.teamId);
  return Person.signIn(nobody, member.account, book);
}

async function ensureGrant(
  admin: Person,
  userId: string,
  roleId: string,
  teamId: string | null,
): Promise<void> {
  const grants = await admin.api.get<AssignmentRow[]>(`/users/${userId}/roles`);
  const held = ({ role_id, scope }: AssignmentRow): boolean =>
    role_id === roleId && (scope.team_id ?? null) === teamId && !scope.project_id;
  if (grants.some(held)) return;
  const scope = teamId === null ? {} : { scope: { team_id: teamId } };
  await admin.api.post('/user-roles', { user_id: userId, role_id: roleId, ...scope });
}
