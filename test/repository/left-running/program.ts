import { spawn } from 'node:child_process'

// Says which process it is, and which one it started in turn; neither ends by itself, nor when it is asked to.
process.on('SIGTERM', () => undefined)
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
setInterval(() => undefined, 1000)
console.log(`PIDS ${process.pid} ${child.pid}`)
