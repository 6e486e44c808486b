import { ServerResponse } from 'node:http'
import { createServer, text } from '@app/core'

/** Wraps node's `writeHead` in a function, as monitoring agents do: before the first response, or after it. */
const isBefore = process.argv.includes('before')
const { writeHead } = ServerResponse.prototype
let calls = 0

function wrap(): void {
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: Parameters<typeof writeHead>) {
    calls++
    this.setHeader('x-agent', String(calls))
    return writeHead.apply(this, given)
  } as typeof writeHead
}

if (isBefore) wrap()
const server = await createServer(() => text('hello')).listen({ port: 0, host: '127.0.0.1' })
const ask = async () => (await fetch(`http://127.0.0.1:${server.address?.port}/`)).headers.get('x-agent')
const first = await ask()
if (!isBefore) wrap()
const second = await ask()
console.log(`AGENT ${first} ${second}`)
await server.close()
