import { Injectable } from '@nestjs/common';

/** An endpoint of a cluster that its agents observe. */
export interface ClusterEndpoint {
  readonly id: string;
  readonly baseUrl: string;
}

type EndpointSource = (clusterName: string) => Promise<readonly ClusterEndpoint[]>;

/**
 * Returns the endpoints that the agents of a cluster observe. Another context registers the source in `onModuleInit`, so
 * that this one does not depend on it; without a source there are none.
 */
@Injectable()
export class ClusterEndpoints {
  private source: EndpointSource = () => Promise.resolve([]);

  register(source: EndpointSource): void {
    this.source = source;
  }

  async of(clusterName: string): Promise<readonly ClusterEndpoint[]> {
    return this.source(clusterName);
  }
}
