import { tryAll } from './all.js'

console.log(JSON.stringify(await tryAll()))
