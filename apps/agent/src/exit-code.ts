/** What the process ends with; `refused` is for supervisors that shall not start it again at once. */
export const ExitCode = { ok: 0, failed: 1, usage: 2, refused: 3 } as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
