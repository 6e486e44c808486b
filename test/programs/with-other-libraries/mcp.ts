import { Application } from '@app/core'
import { mount } from '@app/mount'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import * as z from 'zod'

function createServer(): McpServer {
  const server = new McpServer({ name: 'sums', version: '1.0.0' })
  const inputSchema = { a: z.number(), b: z.number() }
  server.registerTool('add', { description: 'Adds two numbers', inputSchema }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }))
  return server
}

const app = new Application()
app.pipe(
  '/mcp',
  mount(async (request: Request) => {
    const transport = new WebStandardStreamableHTTPServerTransport()
    await createServer().connect(transport)
    return transport.handleRequest(request)
  }),
)

export default app
