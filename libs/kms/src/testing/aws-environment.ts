const NAMES = [
  'AWS_ENDPOINT_URL_KMS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

/** Points the SDK's standard variables at a test server. @returns a function that restores them */
export function useAwsEnvironment(endpoint: string): () => void {
  const before = NAMES.map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_KMS: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  delete process.env['AWS_SESSION_TOKEN'];
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
