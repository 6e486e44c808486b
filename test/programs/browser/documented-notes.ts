import app from '../../../examples/pages/endpoints/documented.ts'

await app.run({ port: Number(process.env.PORT), host: '127.0.0.1' })
