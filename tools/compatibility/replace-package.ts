import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../run.ts'
import { putTests } from './own-tests.ts'
import { folderOf, type PackedPackage, type Tree } from './trees.ts'

/**
 * Replaces a package in a tree by its published form in a tarball. All code of the tree that imports the package then
 * imports the published files, the tests of the replaced package included. Nothing is installed, since the links of the
 * workspace lead to the package's folder, in which the published files now are. The `node_modules` of that folder get
 * links to the dependencies of the tarball: to foreign packages in the tree from which the tarball was packed, and to
 * ours in this tree. Packages that only the tests of the replaced package need are linked from this tree, too.
 */
export function replacePackage({ root }: Tree, { name, tarball, dependencies }: PackedPackage): void {
  const folder = join(root, folderOf(name))
  const original = join(root, 'replaced', folderOf(name))
  // The original is copied once, before its folder is emptied: its tests and the links in its `node_modules` are used
  // below.
  if (!existsSync(original)) {
    // A tree that is older than the package has no folder for it.
    if (existsSync(folder)) cpSync(folder, original, { recursive: true })
    else mkdirSync(original, { recursive: true })
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder], { cwd: root })
  // Without a tsconfig.json, neither vitest nor the compiler would take the folder for a part of the workspace.
  writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.base.json" }')
  for (const [other, place] of [...dependencies, ...oursIn(folder, root), ...installedIn(original)]) {
    const link = join(folder, 'node_modules', other)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(place, link)
  }
  if (existsSync(join(original, 'package.json'))) putTests(original, folder)
}

type Place = readonly [name: string, place: string]

/** The dependencies of the package in `folder` on packages of the workspace, each with its folder in the tree. */
function oursIn(folder: string, root: string): readonly Place[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }
  const ours = Object.keys(manifest.dependencies ?? {}).filter((other) => other.startsWith('@app/'))
  return ours.map((other) => [other, join(root, folderOf(other))])
}

/** The packages in the `node_modules` of a package. */
function installedIn(folder: string): readonly Place[] {
  const modules = join(folder, 'node_modules')
  const names = globSync(['[!@.]*', '@*/*'], { cwd: modules })
  return names.map((name) => [name, realpathSync(join(modules, name))])
}
