import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

// Runs the program of each folder as if node was started there, and prints its exit code after its output.
for (const folder of process.argv.slice(2)) {
  const main = join(folder, 'main.ts')
  process.chdir(folder)
  process.argv[1] = main
  process.exitCode = 0
  try {
    await import(pathToFileURL(main).href)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  // Waits, since node prints a warning only after the code that caused it.
  await setImmediate()
  for (const stream of [1, 2]) writeSync(stream, `── ${process.exitCode}\n`)
}
process.exitCode = 0
