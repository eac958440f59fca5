/** The result of a check. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
}

export const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail });
export const warn = (check: string, detail: string): Finding => ({ check, state: 'warn', detail });
export const fail = (check: string, detail: string): Finding => ({ check, state: 'fail', detail });
