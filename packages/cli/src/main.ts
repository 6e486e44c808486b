#!/usr/bin/env node
// A command spends most of its time on compiling its imports. Node keeps the compiled code in the system's folder for
// temporary files, by user and version, unless NODE_DISABLE_COMPILE_CACHE is set. Node 20 lacks the function.
process.getBuiltinModule('node:module').enableCompileCache?.()
const { runCli } = await import('./program.ts')

// A reader of the output that stops early, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const code = await runCli(process.argv.slice(2))
// The command exits although the imported application may have open handles, except while a server runs.
if (code !== undefined) process.stdout.write('', () => process.exit(code))
