import { tryAll } from './all.js'
import { tryConnect } from './try-connect.js'
import { tryStatic } from './try-static.js'

// `tryStatic` needs a file system, and `tryConnect` the request and response of `node:http`; workerd has neither.
console.log(JSON.stringify({ ...(await tryAll()), static: await tryStatic(), connect: await tryConnect() }))
