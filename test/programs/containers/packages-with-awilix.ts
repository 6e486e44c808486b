import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, type Container, configProvider as core, text } from '@app/core'
import { asFunction, createContainer as createAwilix } from 'awilix'
import { configProvider as audit } from '../../../examples/platform/packages/audit/src/index.ts'

/** The lines of the logger, and the services in the order in which they end. */
export const lines: string[] = []

class Logger {
  log(line: string): void {
    lines.push(line)
  }
}

export const awilix = createAwilix().register({
  'acme/logger': asFunction(() => new Logger())
    .singleton()
    .disposer(() => void lines.push('the logger ends')),
})

const outer: Container = {
  has: (name) => typeof name === 'string' && awilix.hasRegistration(name),
  get: (name) => awilix.resolve(name as string),
}

const own = {
  dependencies: {
    factories: {
      'acme/awilix': () => ({ dispose: () => awilix.dispose() }),
      'acme/queue': () => ({
        start: () => void lines.push('the queue starts'),
        dispose: () => void lines.push('the queue ends'),
      }),
    },
    eager: ['acme/queue'],
  },
  middleware_pipeline: { home: { middleware: 'home' } },
} satisfies Config

export const container = createContainer(await resolveConfig(defineConfig([core, audit, own])), { parent: outer })
// Made first, so that it is disposed of last.
container.get('acme/awilix')

awilix.register({
  home: asFunction(() => () => text(`Audited by ${container.get<object>('@acme/audit').constructor.name}`)),
})

export const app = container.get(Application.SERVICE)
