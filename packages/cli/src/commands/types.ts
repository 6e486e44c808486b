import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretsIn } from '../add/add-secrets.ts'
import { collectWarnings } from '../application/collect-warnings.ts'
import { describeApplication, resolveAll } from '../application/describe-application.ts'
import { findApplication, loadEnvironment, shortPath } from '../application/find-application.ts'
import { loadApplication } from '../application/load-application.ts'
import { installedPackages } from '../application/packages.ts'
import { causesOf } from '../check/causes.ts'
import { CommandError, type CommonOptions, type Outcome } from '../command.ts'
import type { Terminal } from '../output/terminal.ts'
import { applicationTypes } from '../types/application-types.ts'
import { misspeltSections, misspeltText } from '../types/misspelt-sections.ts'
import { isStale, type TypesAnswer, typesFile } from '../types/types-file.ts'

interface TypesOptions extends CommonOptions {
  /**
   * `true` compares `config/types.d.ts` with the configuration: nothing is written, and the exit code is 1 if the file
   * would change.
   */
  readonly check?: boolean
}

/**
 * Writes `config/types.d.ts`, which declares the services, the routes and the keys of the configuration to the
 * compiler. The exit code is 1 if a key is the misspelt name of a section, which is not declared.
 */
export async function types(terminal: Terminal, outcome: Outcome, { app, json, check }: TypesOptions): Promise<void> {
  forEverybody(findApplication(app, process.cwd()).root)
  const { file, text, root, misspelt } = await terminal.during('Reading the configuration', async () => {
    const loaded = await loadApplication(app)
    // The warnings are those of app check and of a server.
    const [problems] = await collectWarnings(() => resolveAll(loaded))
    if (problems.length > 0) {
      const causes = causesOf(problems, describeApplication(loaded))
      throw CommandError.problem(`Not everything can be made, so nothing was written:\n${causes.join('\n')}`)
    }
    const target = typesFile(loaded.root)
    const misspelt = await misspeltSections(loaded)
    const keys = misspelt.map(({ key }) => key)
    return { file: target, text: await applicationTypes(loaded, target, keys), root: loaded.root, misspelt }
  })
  const stale = isStale(file, text)
  if ((stale && check) || misspelt.length > 0) outcome.code = 1
  if (stale && !check) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const name = shortPath(file, root)
  const sentences = misspelt.map(misspeltText)
  if (json) return terminal.printJson({ file: name, wasStale: stale, misspelt: sentences } satisfies TypesAnswer)
  for (const sentence of sentences) terminal.complain(sentence)
  if (!stale) return terminal.print(`${name} matches the configuration.`)
  terminal.print(check ? `${name} does not match the configuration. Run app types.` : `Wrote ${name}.`)
}

/**
 * Sets the environment variables so that the written file is the same on every machine: it then depends neither on
 * `APP_ENV` and `NODE_ENV`, nor on local files, nor on the values of secrets.
 */
function forEverybody(root: string): void {
  loadEnvironment(root)
  for (const { manifest } of installedPackages(root)) {
    // A random value is enough for a missing secret: services are constructed only to be described, so nothing is
    // signed with it.
    for (const name of secretsIn(manifest)) process.env[name] ||= randomBytes(32).toString('base64url')
  }
  process.env.APP_LOCAL = 'false'
  delete process.env.APP_ENV
  delete process.env.NODE_ENV
}
