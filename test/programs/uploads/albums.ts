import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Application, BODY_LIMIT, createServer, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { UPLOAD, uploads } from '@app/uploads'

const app = new Application({ router: new FindMyWayRouter() })
app
  .post('/albums', [
    uploads({ folder: process.argv[2] as string }),
    async (request) => {
      const [file] = request.attribute(UPLOAD).files
      if (file === undefined) return json({ size: 0 })
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(file.path)) hash.update(chunk)
      await rm(file.path)
      return json({ size: file.size, sha256: hash.digest('hex') })
    },
  ])
  .set(BODY_LIMIT, 200_000_000)
app.get('/memory', () => json(process.resourceUsage().maxRSS * 1024))

const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
