/** A user as the interface and other contexts see them; without password and lock. */
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
