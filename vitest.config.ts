import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PROGRAM_LIMIT, TEST_LIMIT } from './test/programs/limits.ts'

// What a shell tells its programs of ports, modes and colours is not meant for those of the tests.
for (const name of ['PORT', 'NODE_ENV', 'FORCE_COLOR', 'NO_COLOR']) delete process.env[name]

/** Tests of whole programs, which they make, install, start and measure: `pnpm test:slow`, a part of `pnpm check`. */
export const SLOW: string[] = [
  'packages/cli/src/commands/{add,added,completion,lock-routes,make,noticeboard,serve,types}.test.ts',
  'packages/inspector/src/{bounds,noticeboard}.test.ts',
  'packages/openapi/src/import.test.ts',
  'test/programs/attacks/*.test.ts',
  'test/programs/bodies/*.test.ts',
  'test/programs/browser/*.test.ts',
  'test/programs/create/*.test.ts',
  'test/programs/containers/program-with-services.test.ts',
  'test/programs/deploying/*.test.ts',
  'test/programs/edge/*.test.ts',
  'test/programs/engines/*.test.ts',
  'test/programs/event-stream/*.test.ts',
  'test/programs/first-evening/*.test.ts',
  'test/programs/health/*.test.ts',
  'test/programs/interop/*.test.ts',
  'test/programs/noticeboard/*.test.ts',
  'test/programs/once-links/*.test.ts',
  'test/programs/opentelemetry/*.test.ts',
  'test/programs/rate-limit/*.test.ts',
  'test/programs/scaling/*.test.ts',
  'test/programs/session/*.test.ts',
  'test/programs/sql/*.test.ts',
  'test/programs/uploads/large-file.test.ts',
  'test/programs/websocket/{other-runtimes,redis}.test.ts',
  'test/hostile/{descriptors,disposal,every-node,lifecycle,log-output,memory,program,stopping}.test.ts',
  'test/hostile/proxies/*.test.ts',
  'test/repository/{generated,left-running,releasing}.test.ts',
  'test/tarballs/*.test.ts',
]

/** Those that run once a day and before a release, since they take minutes: `pnpm test:full`. */
export const SLOWEST: string[] = [
  'packages/client/src/compiler-cost.test.ts',
  'packages/endpoint/src/compiler-cost.test.ts',
  'test/programs/create/create.test.ts',
  'test/programs/noticeboard/news-over-restart.test.ts',
  'test/programs/scaling/engines.test.ts',
  'test/programs/site/*.test.ts',
  'test/programs/tutorial/*.test.ts',
  'test/hostile/steady-reader.test.ts',
  'test/repository/anywhere.test.ts',
  'test/repository/{new-package,release-commands}.test.ts',
  'test/tarballs/foreign-client.test.ts',
  'test/tarballs/bytes.test.ts',
  'test/tarballs/runtimes.test.ts',
  'test/tarballs/swap.test.ts',
  'test/tarballs/swap-views.test.ts',
]

/** Tests that change the process in which they run, or look at it: each file has one of its own. All others share. */
const APART = [
  'packages/authentication/src/passwords.test.ts',
  'packages/core/src/tracing/**/*.test.ts',
  'packages/inspector/src/{inspector,pages/shown-jobs}.test.ts',
  'packages/opentelemetry/src/opentelemetry.test.ts',
  'packages/rate-limit/src/rate-limit.test.ts',
  'examples/pages/endpoints/{endpoints,mocked,within}.test.ts',
  'test/hostile/{backpressure,body-cost,faults,path-cost,released-bodies,request-life}.test.ts',
  'test/programs/observability/*.test.ts',
]

const include = ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts']
const exclude = ['**/node_modules/**', '**/dist/**', ...SLOW, ...SLOWEST]

export default defineConfig({
  test: {
    globalSetup: ['test/programs/own-temporary-files.ts', 'test/programs/compile-cache.ts'],
    setupFiles: [
      'test/programs/mode-of-tests.ts',
      'test/programs/end-programs.ts',
      'test/programs/limit-of-properties.ts',
    ],
    env: { NODE_ENV: 'test' },
    // Node imports sources itself, and keeps what it has compiled: a second compiler before it takes a fifth of all
    // time.
    experimental: { viteModuleRunner: false },
    // Twice as many as there are cores: tests that wait for a time leave theirs to others. A percentage would end at the cores.
    maxWorkers: 2 * availableParallelism(),
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    expect: { poll: { timeout: PROGRAM_LIMIT } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include,
          exclude: [...exclude, ...APART],
          // Each account and each log-in would cost a fifth of a second of a core.
          setupFiles: ['test/programs/cheap-hashes.mjs'],
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: APART, exclude },
      },
    ],
  },
})
