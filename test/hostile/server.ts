import { fixture } from './fixture.ts'
import { createRouter } from './routers.ts'

/**
 * The attacked application (the fixture) as a program. Its environment variables: `ROUTER` names the router, `PORT` is
 * the port, 0 for any that is free, and `GRACE` the grace period of a stop in seconds.
 */
const { ROUTER = 'find-my-way', PORT = '0', GRACE = '10' } = process.env
const app = fixture(await createRouter(ROUTER))
const server = await app.run({ port: Number(PORT), host: '127.0.0.1', grace: Number(GRACE) })
console.log(`READY ${server.address?.port}`)
