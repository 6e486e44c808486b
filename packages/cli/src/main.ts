#!/usr/bin/env node
// A command spends most of its time on compiling the modules that it imports. With this cache, node keeps the compiled
// code in the system's folder for temporary files, unless NODE_DISABLE_COMPILE_CACHE is set. Node 20 lacks the function
// enableCompileCache.
process.getBuiltinModule('node:module').enableCompileCache?.()
const { runCli } = await import('./program.ts')

// If a program such as `head` stops reading the output early, writing fails with EPIPE. This is not a failure of the
// command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const code = await runCli(process.argv.slice(2))
// Without this exit, open handles of the application, such as a timer, would keep the process running after the
// command. `code` is undefined while a server runs.
if (code !== undefined) process.stdout.write('', () => process.exit(code))
