import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerTo, Input, Output } from '../validated-schemas.mjs'

export async function start(port) {
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.post('/notes', { schema: { body: Input, response: { 200: Output } } }, async ({ body }) => answerTo(body))
  await app.listen({ port, host: '127.0.0.1' })
}
