// Starts one of the programs on a port: node start.js inside/express.js 8080
import { join } from 'node:path'

const [program = '', port = '8080'] = process.argv.slice(2)
const { default: start } = await import(join(import.meta.dirname, program))
await start(Number(port))
