/** What was done, and may not do what was meant. */
export class WarningResponse {
  code: string;
  message: string;
}
