import { spawn } from 'node:child_process'

// A program that prints its process id and that of its child. Neither ends by itself, and the program, unlike its
// child, ignores SIGTERM.
process.on('SIGTERM', () => undefined)
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
setInterval(() => undefined, 1000)
console.log(`PIDS ${process.pid} ${child.pid}`)
