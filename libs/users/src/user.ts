/** A user as the api and other contexts use it, without password and lock. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly display_name: string | null;
  readonly kind: 'local' | 'oidc' | 'workload';
  readonly disabled: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns of {@link User}. */
export const USER_COLUMNS = 'id, email, display_name, kind, disabled, created_at, updated_at';

/** A user as administrators see them. */
export interface AdministeredUser extends User {
  /** Until when the account is locked after wrong passwords; null when it is not. */
  readonly locked_until: Date | null;
}

/** The columns of {@link AdministeredUser}. */
export const ADMINISTERED_USER_COLUMNS = `${USER_COLUMNS}, (SELECT c.locked_until FROM local_credentials c
  WHERE c.user_id = users.id AND c.locked_until > clock_timestamp()) AS locked_until`;
