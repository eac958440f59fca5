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

interface OwnRole {
  readonly name: string;
  readonly permissions: string[];
  readonly description: string;
}

/** The seed role `admin` does not edit connections: that permission is granted explicitly. */
const INTEGRATIONS: OwnRole = {
  name: 'integration_admin',
  permissions: ['integration.edit'],
  description: 'Edits provider connections',
};
const AUDITOR: OwnRole = { name: 'auditor', permissions: ['audit.read'], description: 'Reads the audit log' };

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

/** Signs in the administrator, with a step-up (required to create accounts) and the permission to edit connections. */
export async function ensureAdmin(apiUrl: string, account: Account, book: AccountBook): Promise<Person> {
  const admin = await Person.signIn(apiUrl, account, book);
  await admin.stepUp();
  await ensureGrant(admin, admin.id, await ensureRole(admin, INTEGRATIONS), null);
  return admin;
}

/** Signs in an auditor, who has a second factor and may only read the audit log. */
export async function ensureAuditor(
  admin: Person,
  apiUrl: string,
  password: string,
  book: AccountBook,
): Promise<Account> {
  const account = { email: 'vera@example.com', displayName: 'Vera, auditor', password };
  await ensureRole(admin, AUDITOR);
  const auditor = await ensureMember(admin, apiUrl, { account, role: AUDITOR.name, teamId: null }, book);
  await auditor.ensureFactor();
  return account;
}

/** @returns the role's id */
async function ensureRole({ api }: Person, body: OwnRole): Promise<string> {
  const isIt = ({ name }: { name: string }): boolean => name === body.name;
  const roles = dataOf(api.GET('/api/v1/roles', WHOLE_LIST));
  return (await ensure(roles, isIt, () => dataOf(api.POST('/api/v1/roles', { body })))).id;
}

/** Signs in a user whose local account has one role. @param member teamId null for a global grant, else the team */
export async function ensureMember(
  admin: Person,
  apiUrl: string,
  member: { account: Account; role: string; teamId: string | null },
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
  if (!role) throw new Error(`The role ${member.role} does not exist.`);
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
