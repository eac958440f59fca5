import { Module } from '@nestjs/common';
import { PoliciesModule } from '#libs/policies';
import { WorkflowsController } from './workflows.controller.js';

@Module({ imports: [PoliciesModule], controllers: [WorkflowsController] })
export class WorkflowsApiModule {}
