import { tryAll } from './all.js'

export default { fetch: async () => Response.json(await tryAll()) }
