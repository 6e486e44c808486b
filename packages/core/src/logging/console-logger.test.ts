import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { type Config, configProvider, type TypedContainer } from '../index.ts'
import { consoleLogger, LOGGER_SERVICE, type RequestLogger } from '../logging.ts'

afterEach(() => vi.restoreAllMocks())

/** Makes the service `acme/tidy`: a job that runs and logs outside of any request. */
function tidyUp(logger: RequestLogger): () => void {
  return () => logger.info({ files: 3 }, 'tidied')
}
tidyUp.inject = ['@app/core/Logger'] as const

async function containerWith(own: Config) {
  const jobs = { dependencies: { factories: { 'acme/tidy': tidyUp } } }
  const config = await resolveConfig(defineConfig([configProvider, jobs, own]), { root: import.meta.dirname })
  return createContainer(config)
}

test('a job without a request gets the logger of the program, which prints lines in the format of the access log', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const container = await containerWith({})
  const tidy = container.get('acme/tidy') as () => void
  tidy()
  const [line] = log.mock.calls.flat()
  expect(JSON.parse(String(line))).toEqual({
    time: expect.any(String),
    level: 'info',
    files: 3,
    message: 'tidied',
  })
})

test('a service or a factory of the application replaces the logger of the program', async () => {
  const lines: unknown[] = []
  const own: RequestLogger = {
    debug: () => {},
    info: (...line: unknown[]) => lines.push(line),
    warn: () => {},
    error: () => {},
  }
  for (const replaced of [{ services: { [LOGGER_SERVICE]: own } }, { factories: { [LOGGER_SERVICE]: () => own } }]) {
    const tidy = (await containerWith({ dependencies: replaced })).get('acme/tidy') as () => void
    tidy()
  }
  expect(lines).toEqual([
    [{ files: 3 }, 'tidied'],
    [{ files: 3 }, 'tidied'],
  ])
})

test('consoleLogger() prints errors on standard error in the chosen format, and refuses an unknown option', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  consoleLogger({ format: 'json' }).error({ err: new Error('boom') }, 'failed')
  expect(JSON.parse(String(error.mock.calls[0]))).toMatchObject({
    level: 'error',
    message: 'failed',
    err: { message: 'boom' },
  })
  consoleLogger({ format: 'pretty' }).error(new Error('boom'))
  expect(String(error.mock.calls[1])).toMatch(/ error boom$/)
  expect(() => consoleLogger({ formt: 'json' } as never)).toThrow(
    'consoleLogger(): unknown option "formt". Did you mean "format"?',
  )
})

test('the container gives the logger of the program the type RequestLogger, for the constant LOGGER_SERVICE and for its literal name', () => {
  const get = (container: TypedContainer) => container.get(LOGGER_SERVICE)
  expectTypeOf(get).returns.toEqualTypeOf<RequestLogger>()
  const getByName = (container: TypedContainer) => container.get('@app/core/Logger')
  expectTypeOf(getByName).returns.toEqualTypeOf<RequestLogger>()
})
