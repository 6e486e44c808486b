#!/usr/bin/env node
// A command spends most of its time on compiling its imports. With this cache, node keeps the compiled code in the
// system's folder for temporary files, by user and version, unless NODE_DISABLE_COMPILE_CACHE is set. Node 20 lacks the
// function enableCompileCache.
process.getBuiltinModule('node:module').enableCompileCache?.()
const { runCli } = await import('./program.ts')

// A program that stops reading the output early, such as `head`, causes EPIPE, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const code = await runCli(process.argv.slice(2))
// The process exits when the command ends, although the application may have open handles. While a server runs, there
// is no exit code, so the process goes on.
if (code !== undefined) process.stdout.write('', () => process.exit(code))
