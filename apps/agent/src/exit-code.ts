/** The process's exit codes; on `refused`, supervisors should not restart it at once. */
export const ExitCode = { ok: 0, failed: 1, usage: 2, refused: 3 } as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
