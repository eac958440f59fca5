import * as common from '@nestjs/common';
import * as core from '@nestjs/core';
import { loadCommonJs } from './load.mjs';

export const {
  DEFAULT_IPV6_SUBNET_PREFIX,
  DEFAULT_SWEEP_INTERVAL,
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  SkipThrottle,
  Throttle,
  ThrottlerException,
  ThrottlerGuard,
  ThrottlerModule,
  ThrottlerStorage,
  ThrottlerStorageService,
  days,
  getOptionsToken,
  getStorageToken,
  hours,
  minutes,
  normalizeIp,
  seconds,
  throttlerMessage,
  weeks,
} = loadCommonJs('@nestjs/throttler/dist/index.js', { '@nestjs/common': common, '@nestjs/core': core });
