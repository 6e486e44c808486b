import { tryAll } from './all.js'
import { tryStatic } from './try-static.js'

// Files of a folder need a file system, which workerd does not have.
console.log(JSON.stringify({ ...(await tryAll()), static: await tryStatic() }))
