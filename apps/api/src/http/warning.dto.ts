/** The call succeeded, but may not have the intended effect. */
export class WarningResponse {
  code: string;
  message: string;
}
