import assert from 'node:assert/strict'
import { join } from 'node:path'
import { NPM } from './client.ts'
import { clientEnvironment } from './client-environment.ts'
import { Consumer } from './consumer.ts'
import type { Part } from './rehearse.ts'

/**
 * The part of `rehearse()` for the next release. If it is among the parts, `rehearse()` runs lint and the tests in
 * `test/repository` on the commit of that release.
 */
export const release: Part = async () => ({})

/**
 * The part of `rehearse()` for the releases after the next one. If it is among the parts, `rehearse()` releases the work
 * tree, then a minor, then a major; on the commit of each, it runs lint and the tests in `test/repository`. The step
 * below then checks that a user who installs the core and a router gets the new major of the core, and no package twice.
 */
export const laterReleases: Part = async ({ registry, folder, steps }) => ({
  afterMajor: () =>
    steps.take('npm: install the new major, and run it', () => {
      const env = clientEnvironment(registry.npmrc, join(folder, 'after-major'))
      const consumer = new Consumer(NPM, join(folder, 'major'), env)
      assert.deepEqual(consumer.add('@app/core', '@app/router-find-my-way'), [])
      assert.match(consumer.versions()['@app/core'] ?? '', /^\d+\.0\.0$/)
      consumer.answers('FindMyWayRouter')
    }),
})
