import { tryAll } from './all.js'
import { tryConnect } from './try-connect.js'
import { tryPasswords } from './try-passwords.js'
import { tryStatic } from './try-static.js'

// `tryStatic` needs a file system, `tryConnect` the request and response of `node:http`, and `tryPasswords` scrypt of
// `node:crypto`; workerd has none of them.
const onServers = { static: await tryStatic(), connect: await tryConnect(), passwords: await tryPasswords() }
console.log(JSON.stringify({ ...(await tryAll()), ...onServers }))
