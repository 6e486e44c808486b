import app from '../../../examples/pages/endpoints/documented.ts'

await app.run({ host: '127.0.0.1' })
