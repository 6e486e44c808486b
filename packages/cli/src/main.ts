#!/usr/bin/env node
import { runCli } from './program.ts'

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const code = await runCli(process.argv.slice(2))
// Handles that the application opened when it was imported must not keep the command alive; a server must.
if (code !== undefined) process.stdout.write('', () => process.exit(code))
