import { fixture } from './fixture.ts'
import { createRouter } from './routers.ts'

/** The fixture as a program: `ROUTER` names the router, `PORT` the port, 0 for any that is free. */
const { ROUTER = 'find-my-way', PORT = '0', GRACE_MS = '10000' } = process.env
const app = fixture(await createRouter(ROUTER))
const server = await app.run({ port: Number(PORT), host: '127.0.0.1', graceMs: Number(GRACE_MS) })
console.log(`READY ${server.address?.port}`)
