export class OidcLogoutResponse {
  /** Where the browser ends its session at the provider; null when there is nothing to end there. */
  logout_url: string | null;
}
