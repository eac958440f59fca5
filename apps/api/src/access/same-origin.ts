import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { httpErrors } from '#libs/core';
import { readCookie, SESSION_COOKIE } from './cookies.js';

/** The methods that are not safe (RFC 9110 §9.2.1): they may change something. */
export const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Refuses cross-site requests of browsers (D8). Bearer and agent calls carry no ambient credential. */
@Injectable()
export class SameOrigin {
  /** @param publicOrigin null: the Origin's host must equal the Host header (D19) */
  constructor(private readonly publicOrigin: string | null) {}

  /** @throws DomainError cross_site_request_refused */
  check(request: Request, alsoGet: boolean): void {
    if (!UNSAFE_METHODS.has(request.method) && !alsoGet) return;
    if (request.headers.authorization !== undefined) return;
    const carriesCookie = readCookie(request, SESSION_COOKIE) !== undefined;
    const isAgent = request.headers['x-agent-secret'] !== undefined;
    // Without a cookie there is no session to abuse. Other calls are checked nevertheless, against login CSRF.
    if (!carriesCookie && (alsoGet || isAgent)) return;
    if (!this.isSameOrigin(request)) throw httpErrors.crossSite();
  }

  private isSameOrigin(request: Request): boolean {
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    if (site === undefined && origin === undefined) return true;
    if (site === 'same-origin' || site === 'none') return true;
    return origin !== undefined && this.isOwn(origin, request.headers.host);
  }

  private isOwn(origin: string, host: string | undefined): boolean {
    if (this.publicOrigin !== null) return origin === this.publicOrigin;
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
  }
}
