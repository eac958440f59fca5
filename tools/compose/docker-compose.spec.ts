import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { VARIABLES } from '../../libs/config/src/variables.js';
import { makeSecrets } from './make-secrets.js';

interface Service {
  readonly image: string;
  readonly build?: { readonly dockerfile: string };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly healthcheck?: object;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('countersign'));

describe('docker-compose.yml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-compose-'));
  makeSecrets(folder);
  const made = readdirSync(folder);
  /** Returns the folder of makeSecrets behind a service's /secrets, from the volume's name. */
  const secretsOf = ({ volumes = [] }: Service): string[] =>
    volumes.flatMap((volume) => /^(\w+)-secrets:\/secrets(?::ro)?$/.exec(volume)?.[1] ?? []);

  it('puts every secret into its own volume, mounted only by one service and the setup', () => {
    const { volumes = [] } = compose.services['secrets']!;
    expect(volumes).toEqual(expect.arrayContaining(made.map((name) => `${name}-secrets:/secrets/${name}`)));
    expect(volumes).toHaveLength(made.length);
    for (const name of made.filter((each) => !['roles', 'store', 'people'].includes(each)))
      expect(services.filter(([, service]) => secretsOf(service).includes(name))).toHaveLength(1);
  });

  it('names in NAME_FILE only files that are made', () => {
    for (const [name, service] of services) {
      const named = Object.entries(service.environment ?? {}).filter(([variable]) =>
        variable.endsWith('_FILE'),
      );
      const [secrets] = secretsOf(service);
      for (const [, file] of named.filter(([, path]) => path.startsWith('/secrets/') && secrets !== 'agent'))
        expect([name, existsSync(join(folder, secrets!, file.replace('/secrets/', '')))]).toEqual([
          name,
          true,
        ]);
    }
  });

  it('sets nothing that the service does not know, and no secret in the environment', () => {
    for (const part of ['api', 'worker', 'migration']) {
      const names = Object.keys(compose.services[part]!.environment!);
      expect(Object.keys(VARIABLES)).toEqual(
        expect.arrayContaining(names.map((name) => name.replace(/_FILE$/, ''))),
      );
      const plain = names.filter((name) => !name.endsWith('_FILE'));
      expect(plain.filter((name) => VARIABLES[name as keyof typeof VARIABLES].secret)).toEqual([]);
    }
  });

  it('runs the service under the strict security profile as a role without ownership, and migrations as the owner', () => {
    const userOf = (part: string): string =>
      new URL(readFileSync(join(folder, part, 'DATABASE_URL'), 'utf8')).username;
    for (const part of ['api', 'worker']) {
      expect(compose.services[part]!.environment).toMatchObject({ SVC_SECURITY_PROFILE: 'strict' });
      expect(userOf(part)).toBe('countersign_service');
    }
    expect(userOf('migration')).toBe('countersign_owner');
    expect(compose.services['migration']!.command).toEqual(
      expect.arrayContaining(['--service-role', 'countersign_service']),
    );
  });

  it('pins every image that it does not build by digest', () => {
    const others = services.map(([, { image }]) => image).filter((image) => !image.startsWith('countersign'));
    expect(others.length).toBeGreaterThanOrEqual(4);
    for (const image of others) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    const built = ours.filter(([, { build }]) => build?.dockerfile === 'deploy/Dockerfile');
    expect(built).toHaveLength(ours.length);
  });

  it('runs our containers without capabilities and with a read-only root filesystem', () => {
    expect(ours.length).toBeGreaterThanOrEqual(7);
    for (const [, service] of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('starts programs that the build emits', () => {
    for (const [, { command }] of ours) {
      const [file] = command!;
      if (file!.includes('/')) expect(existsSync(file!)).toBe(true);
      else expect(['run', 'enroll']).toContain(file);
    }
  });

  it('waits only for declared services, in a state they can reach', () => {
    for (const [, { depends_on = {} }] of services)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const awaited = compose.services[name]!;
        expect(awaited).toBeDefined();
        if (condition === 'service_healthy') expect(awaited.healthcheck).toBeDefined();
      }
  });

  it('declares every volume it mounts', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0]!),
    );
    const named = mounted.filter((name) => !name.startsWith('.'));
    expect(Object.keys(compose.volumes).sort()).toEqual([...new Set(named)].sort());
  });
});
