/** A reason why the call, which succeeded, may not have the intended effect. */
export class WarningResponse {
  code: string;
  message: string;
}
