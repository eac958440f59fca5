import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ClusterEndpoints } from '#libs/agents';
import { GitopsReadModel } from './gitops.read-model.js';

/** Adds the Argo CD servers to observe to each heartbeat's response (D52). */
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
