import * as common from '@nestjs/common';
import { loadCommonJs } from './load.mjs';

export const {
  InjectMetric,
  PrometheusController,
  PrometheusModule,
  getOrCreateMetric,
  getToken,
  makeCounterProvider,
  makeGaugeProvider,
  makeHistogramProvider,
  makeSummaryProvider,
} = loadCommonJs('@willsoto/nestjs-prometheus/dist/index.js', { '@nestjs/common': common });
