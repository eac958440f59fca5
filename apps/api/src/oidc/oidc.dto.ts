export class OidcLogoutResponse {
  /** The provider's logout URL for the browser; null when there is no provider session to end. */
  logout_url: string | null;
}
