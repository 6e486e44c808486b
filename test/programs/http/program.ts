import { serve, text } from '@app/http'

await serve((request) => text(`You asked for ${request.path}`))
