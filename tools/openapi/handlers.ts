import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

export type ControllerClass = { readonly name: string; readonly prototype: Record<string, object> };

/** One method of one controller, at the address where Nest serves it. */
export interface Handler {
  readonly path: string;
  readonly verb: string;
  readonly controller: ControllerClass;
  readonly method: string;
}

/** Returns every route of the api, in order of address. The addresses are Nest's own reading of its decorators. */
export function handlersOf(app: INestApplication): Handler[] {
  const controllers = controllersOf(app);
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build(), {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const handlers = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId: string }>).map(([verb, found]) => {
      const [name = '', method = ''] = found.operationId.split('.');
      const controller = controllers.get(name);
      if (!controller) throw new Error(`No controller ${name}, or two of that name.`);
      return { path, verb, controller, method };
    }),
  );
  return handlers.sort((a, b) => order(a).localeCompare(order(b), 'en'));
}

function order({ path, verb }: Handler): string {
  return `${path} ${['get', 'post', 'put', 'delete'].indexOf(verb)}`;
}

function controllersOf(app: INestApplication): Map<string, ControllerClass> {
  type Wrapped = { metatype: ControllerClass };
  type Container = { getModules(): Map<string, { controllers: Map<unknown, Wrapped> }> };
  const { container } = app as unknown as { container: Container };
  const found = [...container.getModules().values()].flatMap((module) => [...module.controllers.values()]);
  return new Map(found.map(({ metatype }) => [metatype.name, metatype]));
}
