import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const RELATIVE_IMPORT = /(?<=from |import\()'(\.{1,2}\/[^']+)'/g

/** A helper of tests that is at the same place in every tree, relative to the folder of a package. */
const SAMPLED = '../../test/programs/sampled.ts'

/**
 * Copies those tests of a package that use only exported modules into another version of the package. The copies import
 * these modules by their public names: `../index.ts` becomes `@app/core`.
 */
export function putTests(original: string, folder: string): void {
  const { name, exports } = JSON.parse(readFileSync(join(original, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, string>>
  }
  const doors = new Map(Object.entries(exports).map(([entry, file]) => [join(file), join(name, entry)]))
  const tests = new Map<string, string>()
  for (const file of globSync('src/**/*.{test,test-kit,test.helper}.ts', { cwd: original })) {
    tests.set(file, readFileSync(join(original, file), 'utf8'))
  }
  // If a test imports a file that is not copied, the test is not copied.
  for (let before = -1; before !== tests.size; ) {
    before = tests.size
    for (const [file, text] of tests) {
      const imported = [...text.matchAll(RELATIVE_IMPORT)].map(([, path = '']) => join(dirname(file), path))
      if (imported.some((path) => !doors.has(path) && !tests.has(path) && path !== SAMPLED)) tests.delete(file)
    }
  }
  for (const [file, text] of tests) {
    const byName = text.replace(RELATIVE_IMPORT, (quoted, path: string) => {
      const door = doors.get(join(dirname(file), path))
      return door === undefined ? quoted : `'${door}'`
    })
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), byName)
  }
}
