import { tryAll } from './all.js'
import { tryConnect } from './try-connect.js'
import { tryStatic } from './try-static.js'

// These two programs need a file system, or the request and response of `node:http`, which workerd does not have.
console.log(JSON.stringify({ ...(await tryAll()), static: await tryStatic(), connect: await tryConnect() }))
