const MAX_LENGTH = 1024;

/**
 * Returns true for the address of an Argo CD server: http or https, a host, a path if need be; no userinfo, query or
 * fragment, since it says where the server is, never how to get in. Whether http will do is for the agent to
 * say, who has the credential.
 */
export function isBaseUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && /^https?:\/\/[^\s\\?#@/][^\s\\?#@]*$/i.test(text) && URL.canParse(text);
}
