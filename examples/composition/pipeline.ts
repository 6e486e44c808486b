import { createServer, Pipeline } from '@app/core'
import api from './api.ts'
import blog from './blog.ts'

const pipeline = new Pipeline().pipe('/blog', blog).pipe('/api', api)

await createServer(pipeline).listen({ port: Number(process.env.PORT ?? 8080) })
