import { createApplication } from '../../application.js'

// Next compresses answers by itself, and removes their header `Content-Encoding`: this application does not compress.
const application = createApplication()

export const GET = async (request) => (await application).fetch(request)
