import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENTS, type Client, installClients } from '../clients/clients.ts'
import type { Registry } from '../registry/start.ts'
import { anyClientEnvironment } from './client-environment.ts'
import { Consumer } from './consumer.ts'
import { stepsOf } from './follow-page.ts'
import type { Steps } from './steps.ts'
import { printTable } from './table.ts'

const OTHER_ROUTER = '@app/router-trouter'
const COLUMNS = ['installs', 'no warning', 'answers', 'swaps', 'workspace'] as const

/**
 * With every package manager, installs the packages that the README names, in a folder of its own and in a workspace of
 * two applications, and replaces the router. Prints a table of the results; if anything has failed, throws an error
 * with all failures after the last package manager.
 */
export async function proveClients(steps: Steps, folder: string, registry: Registry): Promise<void> {
  await steps.take('install the package managers that do not come with node', installClients)
  const line = lineOfReadme()
  const env = anyClientEnvironment(registry, join(folder, 'caches'))
  const failures: string[] = []
  const rows: string[][] = []
  for (const client of CLIENTS) {
    const name = `${client.name}, ${client.linker}`
    const proof = proofOf(client, join(folder, name.replace(/\W+/g, '-')), line, env)
    const results = await steps.take(name, () => resultsOf(proof))
    rows.push([client.name, client.linker, ...results.map(({ failure }) => (failure === undefined ? 'yes' : 'NO'))])
    for (const { column, failure } of results) {
      if (failure !== undefined) failures.push(`${name}, "${column}": ${failure}`)
    }
  }
  printTable(['client', 'linker', ...COLUMNS], rows)
  if (failures.length > 0) throw new Error(failures.join('\n\n'))
}

type Column = (typeof COLUMNS)[number]

/** The checks of a package manager, one for each column of the table, in order. A check fails by throwing an error. */
function proofOf(client: Client, folder: string, line: readonly string[], env: NodeJS.ProcessEnv) {
  let warnings: readonly string[] = []
  const consumer = new Consumer(client, join(folder, 'application'), env)
  return {
    installs: () => {
      warnings = consumer.add(...line)
    },
    'no warning': () => assert.deepEqual(warnings, []),
    answers: () => consumer.answers('FindMyWayRouter'),
    swaps: () => {
      consumer.remove(...line.filter((name) => name.includes('router')))
      assert.deepEqual(consumer.add(OTHER_ROUTER), [])
      consumer.answers('TrouterRouter')
    },
    workspace: () => {
      const { shop, blog } = workspaceOf(client, join(folder, 'workspace'), env)
      assert.deepEqual(shop.add(...line), [])
      assert.deepEqual(blog.add('@app/core', OTHER_ROUTER), [])
      shop.answers('FindMyWayRouter')
      blog.answers('TrouterRouter')
    },
  } satisfies Record<Column, () => void>
}

function resultsOf(proof: Readonly<Record<Column, () => void>>) {
  return COLUMNS.map((column) => {
    try {
      proof[column]()
      return { column, failure: undefined }
    } catch (error) {
      return { column, failure: (error as Error).message }
    }
  })
}

/** Writes a workspace of two applications, without installed packages. */
function workspaceOf(client: Client, folder: string, env: NodeJS.ProcessEnv) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "workspace", "private": true, "workspaces": ["apps/*"] }')
  if (client.name === 'pnpm') writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'packages: ["apps/*"]\n')
  const member = (name: string) => {
    const consumer = new Consumer(client, join(folder, 'apps', name), env)
    const manifest = { name, version: '1.0.0', private: true, type: 'module' }
    writeFileSync(join(folder, 'apps', name, 'package.json'), JSON.stringify(manifest))
    return consumer
  }
  return { shop: member('shop'), blog: member('blog') }
}

/** The packages that the README tells a newcomer to install. */
function lineOfReadme(): readonly string[] {
  const steps = stepsOf(join(import.meta.dirname, '../../README.md'), 'The first program')
  const commands = steps.flatMap((step) => (step.kind === 'type' ? [step.command] : []))
  const line = commands.find((command) => command.startsWith('npm install '))
  assert.ok(line, 'README.md has no `npm install …` under "The first program"')
  return line.split(' ').slice(2)
}
