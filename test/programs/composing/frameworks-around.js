import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import middie from '@fastify/middie'
import connect from 'connect'
import express from 'express'
import express4 from 'express-4'
import fastify from 'fastify'
import Koa from 'koa'
import multer from 'multer'
import polka from 'polka'

/** How code of node reads a message. */
const READERS = {
  'data and end': async (message) => {
    let whole = ''
    message.setEncoding('utf8').on('data', (chunk) => {
      whole += chunk
    })
    await once(message, 'end')
    return whole
  },
  'readable and read()': async (message) => {
    const chunks = []
    message.on('readable', () => {
      for (let chunk = message.read(); chunk !== null; chunk = message.read()) chunks.push(chunk)
    })
    await once(message, 'end')
    return Buffer.concat(chunks).toString()
  },
  'for await': async (message) => {
    const chunks = []
    for await (const chunk of message) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  },
  'pipe()': (message) => text(message.pipe(new PassThrough())),
  'pipeline()': async (message) => {
    const through = new PassThrough()
    const [whole] = await Promise.all([text(through), pipeline(message, through)])
    return whole
  },
  'Readable.toWeb()': (message) => new Response(Readable.toWeb(message)).text(),
  'text() after a pause': async (message) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return text(message)
  },
}

const limit = '2mb'

/** The parsers of both versions of Express. */
const PARSERS = {
  json: (theirs) => [theirs.json({ limit }), (request) => JSON.stringify(request.body)],
  text: (theirs) => [theirs.text({ limit, type: '*/*' }), (request) => request.body],
  raw: (theirs) => [theirs.raw({ limit, type: '*/*' }), (request) => request.body.toString()],
  urlencoded: (theirs) => [
    theirs.urlencoded({ limit, extended: true, type: '*/*' }),
    (request) => Object.keys(request.body).join(),
  ],
}

const parsers = Object.entries({ 'Express 5': express, 'Express 4': express4 }).flatMap(([version, theirs]) =>
  Object.entries(PARSERS).map(([parser, make]) => {
    const [parse, bodyOf] = make(theirs)
    const answer = (request, response) => response.end(bodyOf(request))
    return [`${version}, ${parser}()`, (handler) => theirs().use(handler, parse, answer)]
  }),
)

const alone = Object.entries(READERS).map(([name, read]) => {
  const around = (handler) => (incoming, outgoing) => {
    handler(incoming, outgoing, (error) => {
      if (error) outgoing.writeHead(500).end(error.message)
      else read(incoming).then((whole) => outgoing.end(whole))
    })
  }
  return [`node:http, ${name}`, around]
})

/** Frameworks that read a body of any type. */
export const FRAMEWORKS = {
  ...Object.fromEntries(parsers),
  Connect: (handler) =>
    connect()
      .use(handler)
      .use(express.text({ limit, type: '*/*' }))
      .use((request, response) => response.end(request.body)),
  Polka: (handler) =>
    polka()
      .use(handler, express.text({ limit, type: '*/*' }))
      .post('/', (request, response) => response.end(request.body)).handler,
  'Fastify, by middie': async (handler) => {
    const server = fastify({ bodyLimit: 2_000_000 })
    await server.register(middie)
    server.use(handler)
    server.post('/', async (request) => JSON.stringify(request.body))
    await server.ready()
    return (incoming, outgoing) => server.routing(incoming, outgoing)
  },
  Koa: (handler) => {
    const passed = ({ req, res }) =>
      new Promise((resolve, reject) => {
        handler(req, res, (error) => (error ? reject(error) : resolve()))
      })
    const read = async (context) => {
      context.body = await text(context.req)
    }
    return new Koa()
      .use((context, next) => passed(context).then(next))
      .use(read)
      .callback()
  },
  ...Object.fromEntries(alone),
}

const asJson = (request, response) => response.json(request.body)

/** Express applications that read forms. */
export const FORMS = {
  'Express 5, urlencoded()': (handler) => express().use(handler, express.urlencoded(), asJson),
  'Express 4, urlencoded()': (handler) => express4().use(handler, express4.urlencoded({ extended: false }), asJson),
  'Express 5, multer': (handler) => express().use(handler, multer().none(), asJson),
  'Express 4, multer': (handler) => express4().use(handler, multer().none(), asJson),
}

/** An Express application whose error handler answers with the message. */
export const inExpress = (handler) =>
  express().use(handler, express.text(), asJson, (error, _request, response, _next) =>
    response.status(error.status ?? 500).send(error.message),
  )

/** An Express application that reads no body at `/unread`. */
export const unread = (handler) =>
  express()
    .use(handler)
    .post('/unread', (_request, response) => response.end('unread'))
    .use(express.text(), asJson)

/** An Express application whose error handler goes on with the next route. */
export const recovering = (handler) =>
  express().use(handler, (_error, _request, _response, next) => next(), express.text(), asJson)
