/** A secret found in a store. */
class FoundSecret {
  ref: string;
  keys: string[];
  labels: Record<string, string>;
  version?: string;
}

/** For the API's description; SecretPagePipe checks it. */
export class SecretPageBody {
  job_id: string;
  secrets: FoundSecret[];
}
