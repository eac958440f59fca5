import { Injectable } from '@nestjs/common';

/** Something of its cluster that an agent is told to look at. */
export interface ClusterEndpoint {
  readonly id: string;
  readonly baseUrl: string;
}

type EndpointSource = (clusterName: string) => Promise<readonly ClusterEndpoint[]>;

/**
 * What agents of a cluster look at besides their store. Another context registers it in `onModuleInit`, so that
 * this one knows nothing of it; without one there is nothing.
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
