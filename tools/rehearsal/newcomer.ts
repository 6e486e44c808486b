import { join } from 'node:path'
import { clientEnvironment } from './client-environment.ts'
import { createApplication, DEFAULT } from './create-application.ts'
import { followPages } from './follow-pages.ts'
import type { Part } from './rehearse.ts'

/**
 * Takes the first steps of a newcomer: follows the first pages of the documentation line by line, and creates an
 * application.
 */
export const newcomer: Part = async ({ registry, folder, steps }) => {
  const env = clientEnvironment(registry.scopedNpmrc, join(folder, 'newcomer'))
  await followPages(steps, join(folder, 'pages'), env)
  await createApplication(steps, folder, env, DEFAULT)
  return {}
}
