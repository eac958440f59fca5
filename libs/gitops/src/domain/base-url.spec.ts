import { describe, expect, it } from '@jest/globals';
import { isBaseUrl } from './base-url.js';

describe('the address of an Argo CD server', () => {
  it.each([
    'https://argocd.example.test',
    'https://argocd.example.test:8443/argocd/',
    'http://argocd-server.argocd.svc',
    'HTTPS://[::1]:8080/',
    `https://argocd.example.test/${'a'.repeat(996)}`,
  ])('accepts %s', (url) => {
    expect(isBaseUrl(url)).toBe(true);
  });

  it.each([
    '',
    'argocd.example.test',
    'ftp://argocd.example.test',
    'file:///etc/passwd',
    'https://',
    'https:///argocd',
    'https://user:token@argocd.example.test',
    'https://@argocd.example.test',
    'https://argocd.example.test/@',
    'https://argocd.example.test?token=x',
    'https://argocd.example.test#x',
    'https://argo cd.example.test',
    'https://argocd.example.test\\@elsewhere.test',
    'https://argocd.example.test\nx',
    ' https://argocd.example.test',
    'https://[::1',
    `https://argocd.example.test/${'a'.repeat(997)}`,
  ])('rejects %s', (url) => {
    expect(isBaseUrl(url)).toBe(false);
  });
});
