import { honoApplication } from '../hono.mjs'

/** The application of Hono, for runtimes that serve the `fetch` of a module's default export (Bun, Deno). */
export default { port: Number(process.env.PORT), hostname: '127.0.0.1', fetch: honoApplication().fetch }
