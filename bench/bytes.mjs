import { join } from 'node:path'
import { MAIN_CASES } from './cases.mjs'
import { bytesOf } from './memory/rounds.mjs'

/**
 * Prints the bytes of new objects (V8's young heap) that a request takes, for each of the cases a to e:
 * `node bytes.mjs [peer]`.
 */
const [peer = 'ours-find-my-way'] = process.argv.slice(2)
const file = join(import.meta.dirname, `peers/${peer}.mjs`)
console.log(JSON.stringify(await bytesOf(file, MAIN_CASES, { warmUp: 25, node: process.execPath })))
process.exit()
