const MAX_LENGTH = 1024;

/**
 * Returns whether a text is the URL of an Argo CD server: http or https, a host and optionally a path; no userinfo, query or
 * fragment, so that it can't contain credentials. Whether http is acceptable is the agent's decision, which has the
 * credential.
 */
export function isBaseUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && /^https?:\/\/[^\s\\?#@/][^\s\\?#@]*$/i.test(text) && URL.canParse(text);
}
