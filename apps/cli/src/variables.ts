/** The environment variables that this program reads itself, with their meanings; those of options are described with them. */
export const VARIABLES = {
  COUNTERSIGN_TOKEN:
    'A token to call with, where no file holds one: programs started from the same shell can read it.',
  COUNTERSIGN_OUTPUT: null,
  COUNTERSIGN_WORKLOAD_JWT: 'The token of this job, for `login --workload`; `exec` does not pass it on.',
  ACTIONS_ID_TOKEN_REQUEST_URL:
    'Where a job of GitHub Actions gets its token, with `ACTIONS_ID_TOKEN_REQUEST_TOKEN` (`login --workload`).',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: null,
  CI: '`1`: no prompts, as with `--no-input`, and no colours.',
  NO_COLOR: 'Set to anything: no colours, as with `--no-color`.',
  TERM: null,
  XDG_CONFIG_HOME: 'Where the profiles are kept, in `countersign/config.json`; else `~/.config`.',
  XDG_STATE_HOME: 'Where tokens are kept that no keychain holds; else `~/.local/state`.',
  XDG_CACHE_HOME: 'Where completion keeps names for a minute, in `countersign/names`; else `~/.cache`.',
  XDG_RUNTIME_DIR:
    'Where `exec --file` puts values, if it is in memory; else `/dev/shm`, else the folder for temporary files.',
  LOCALAPPDATA: 'On Windows, in place of the folders of `XDG_` for profiles, tokens and names.',
  HTTPS_PROXY: 'The proxy for calls; `https_proxy`, `HTTP_PROXY` and `http_proxy` count as well.',
  https_proxy: null,
  HTTP_PROXY: null,
  http_proxy: null,
  NO_PROXY: 'Hosts that are called without the proxy; `no_proxy` counts as well.',
  no_proxy: null,
  WAYLAND_DISPLAY: 'Whether there is a desktop, with a clipboard (`reveal`) and a browser (`login`).',
  DISPLAY: 'The same for X11.',
  SSH_CONNECTION: 'Whether this is a session of SSH: no browser is opened then (`login`).',
  PATH: 'Where `exec` and the tools of keychain and clipboard are looked for.',
} as const satisfies Record<string, string | null>;

export type VariableName = keyof typeof VARIABLES;
