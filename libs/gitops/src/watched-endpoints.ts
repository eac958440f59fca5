import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ClusterEndpoints } from '#libs/agents';
import { GitopsReadModel } from './gitops.read-model.js';

/** Has agents told with each heartbeat which Argo CD servers to look at (D52). */
@Injectable()
export class WatchedEndpoints implements OnModuleInit {
  constructor(
    private readonly endpoints: ClusterEndpoints,
    private readonly readModel: GitopsReadModel,
  ) {}

  onModuleInit(): void {
    this.endpoints.register((clusterName) => this.readModel.watchedIn(clusterName));
  }
}
