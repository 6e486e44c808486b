import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'
import { runCommand } from '../programs/run-program.ts'
import type { Tarball } from './pack-all.ts'
import { ROOT } from './workspace.ts'

/**
 * The folder has the layout of pnpm: each package stands in a folder of its own below `.pnpm`, beside links to what it
 * depends on, and a project sees only what it has asked for itself. So the compiler may write a type of another package
 * into a declaration only if an entry point that the project imports exports this type too.
 */
const folder = newFolder('named')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const libraries = inject('tarballs').filter(({ manifest }) => !manifest.bin)
const storeOf = (name: string) => join(folder, 'node_modules/.pnpm', `${name.replace('/', '+')}@1.0.0`, 'node_modules')

function link(from: string, to: string): void {
  if (!existsSync(to)) return
  mkdirSync(dirname(from), { recursive: true })
  symlinkSync(to, from)
}

/** Links a package into `node_modules`: one of ours from its folder below `.pnpm`, another one as `owner` sees it. */
function install(name: string, modules: string, owner: Tarball): void {
  const isOurs = name.startsWith('@app/')
  const places = [join('packages', owner.name.slice('@app/'.length)), 'test']
  const installed = places.map((place) => join(ROOT, place, 'node_modules', name)).find((path) => existsSync(path))
  link(join(modules, name), isOurs ? join(storeOf(name), name) : installed === undefined ? '' : realpathSync(installed))
}

/** The text of a module that exports again whatever an entry point exports, and what its functions and classes make. */
function exportingAgain(entry: string, names: readonly string[]): string {
  const lines = names.flatMap((name, i) => [
    `import { ${name} as i${i} } from '${entry}'`,
    `export const ${name}_${i} = made(i${i})`,
  ])
  return `declare function made<T>(made: T): T extends (...given: never[]) => infer R ? R : T extends abstract new (...given: never[]) => infer I ? I : T\n${lines.join('\n')}\nexport {}\n`
}

/** A program that imports `list.js` of each project, and prints the names of its exports. */
const LIST = `import { readdirSync } from 'node:fs'
const projects = readdirSync('.').filter((name) => name.startsWith('@'))
const names = await Promise.all(projects.map(async (name) => [name, Object.keys(await import('./' + name + '/list.js'))]))
console.log(JSON.stringify(Object.fromEntries(names)))`

const OPTIONS = {
  ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'], module: 'nodenext' },
  ...{ strict: true, composite: true, emitDeclarationOnly: true, outDir: 'out', skipLibCheck: true },
  ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
}

beforeAll(async () => {
  for (const { name, path } of libraries) {
    mkdirSync(join(storeOf(name), name), { recursive: true })
    run('tar', ['-xzf', path, '--strip-components=1', '-C', join(storeOf(name), name)], { cwd: folder })
  }
  const entries = new Map<string, string>()
  for (const library of libraries) {
    const { name, manifest } = library
    for (const need of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      install(need, storeOf(name), library)
    }
    for (const entry of Object.keys(manifest.exports).filter((entry) => !/json|\*/.test(entry))) {
      const spec = join(name, entry)
      entries.set(spec.replaceAll('/', '-'), spec)
      const project = join(folder, spec.replaceAll('/', '-'))
      for (const asked of [name, ...Object.keys(manifest.peerDependencies ?? {})]) {
        install(asked, join(project, 'node_modules'), library)
      }
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
      writeFileSync(join(project, 'list.js'), `export * from '${spec}'`)
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['main.ts'] }))
    }
  }
  writeFileSync(join(folder, 'list.mjs'), LIST)
  const listed = await runCommand(process.execPath, ['list.mjs'], { cwd: folder })
  const names = JSON.parse(listed.stdout || JSON.stringify(listed.stderr)) as Record<string, readonly string[]>
  for (const [project, spec] of entries) {
    writeFileSync(join(folder, project, 'main.ts'), exportingAgain(spec, names[project] ?? []))
  }
  const references = [...entries.keys()].map((path) => ({ path }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ files: [], references }))
})

test('in the layout of pnpm, a program may export again what every entry point makes, with declarations', async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = await runCommand(process.execPath, [tsc, '-b', '.', '--pretty', 'false'], { cwd: folder })
  expect(stdout.split('\n').filter((line) => line.includes('error'))).toEqual([])
  expect(existsSync(join(folder, '@app-core/out/main.d.ts'))).toBe(true)
})
