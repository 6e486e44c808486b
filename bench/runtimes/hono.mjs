import { honoApplication } from '../hono.mjs'

/** Hono by the default export, as ours. */
export default { port: Number(process.env.PORT), hostname: '127.0.0.1', fetch: honoApplication().fetch }
