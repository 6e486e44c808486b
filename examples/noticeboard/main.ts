import app from './app.ts'

await app.run({ port: Number(process.env.PORT ?? 8080) })
