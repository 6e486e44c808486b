#!/usr/bin/env node
// Compiling what a command imports takes most of its time. Node keeps the result in the folder of the system for what may
// be lost, by user and version, unless NODE_DISABLE_COMPILE_CACHE is set. Node 20 lacks the function.
process.getBuiltinModule('node:module').enableCompileCache?.()
const { runCli } = await import('./program.ts')

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const code = await runCli(process.argv.slice(2))
// Handles that the application opened when it was imported must not keep the command alive; a server must.
if (code !== undefined) process.stdout.write('', () => process.exit(code))
