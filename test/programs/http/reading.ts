import { json, serve } from '@app/http'

await serve(async (request) => json((await request.json()) as object))
