import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Application, HttpError, type NodeHandler, text, toNodeHandler } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Catch, type ExceptionFilter, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
// @ts-expect-error The package has no types.
import connect from 'connect'
import express, { type ErrorRequestHandler } from 'express'
import { createApp, eventHandler, fromNodeMiddleware, toNodeListener } from 'h3'
// @ts-expect-error The package has no types.
import polka from 'polka'
import { afterEach, expect, onTestFinished, test } from 'vitest'

type Hear = (error: unknown) => void

/**
 * The frameworks that call our application with `next`. Each answers "theirs" to a request that ours passes on, and
 * 500 with the header `x-by` to an error of ours, which it also passes to `hear`.
 */
const frameworks: Readonly<Record<string, (ours: NodeHandler, hear: Hear) => Promise<number>>> = {
  express: (ours, hear) => {
    const site = express()
    site.use('/new', ours)
    site.use((_request, response) => void response.end('theirs'))
    const failed: ErrorRequestHandler = (error, _request, response, _next) => {
      hear(error)
      response.status(500).set('x-by', 'them').end()
    }
    return listening(createServer(site.use(failed)))
  },
  connect: (ours, hear) => {
    const site = connect()
    site.use('/new', ours)
    site.use((_request: unknown, response: ServerResponse) => response.end('theirs'))
    site.use((error: unknown, _request: unknown, response: ServerResponse, _next: unknown) => {
      hear(error)
      response.writeHead(500, { 'x-by': 'them' }).end()
    })
    return listening(createServer(site))
  },
  polka: (ours, hear) => {
    const site = polka({
      onNoMatch: (_request: unknown, response: ServerResponse) => void response.end('theirs'),
      onError: (error: unknown, _request: unknown, response: ServerResponse) => {
        hear(error)
        response.writeHead(500, { 'x-by': 'them' }).end()
      },
    })
    site.use('/new', ours as never)
    return listening(createServer(site.handler as RequestListener))
  },
  h3: (ours, hear) => {
    const site = createApp({
      onError: (error, event) => {
        hear(error.cause ?? error)
        event.node.res.writeHead(500, { 'x-by': 'them' }).end()
      },
    })
    site.use('/new', fromNodeMiddleware(ours as never))
    site.use(eventHandler(() => 'theirs'))
    return listening(createServer(toNodeListener(site)))
  },
  nest: async (ours, hear) => {
    class Site {}
    Module({})(Site)
    class Filter implements ExceptionFilter {
      catch(error: Error & { getStatus?(): number }, host: Parameters<ExceptionFilter['catch']>[1]): void {
        const response = host.switchToHttp().getResponse<import('express').Response>()
        if (error.getStatus?.() === 404) return void response.end('theirs')
        hear(error)
        response.status(500).set('x-by', 'them').end()
      }
    }
    Catch()(Filter)
    const site = await NestFactory.create(Site, { logger: false, bodyParser: false })
    site.use('/new', ours)
    site.useGlobalFilters(new Filter())
    await site.listen(0, '127.0.0.1')
    onTestFinished(() => site.close())
    return ((site.getHttpServer() as Server).address() as AddressInfo).port
  },
}

function listening(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

const heardByUs: unknown[] = []
const app = new Application({ router: new FindMyWayRouter(), onError: (error) => heardByUs.push(error) })
const error = new Error('ours has failed')
app.get('/text', () => text('ours'))
app.get('/later', async () => text('ours'))
app.get('/stream', () => new Response(ReadableStream.from([Buffer.from('ou'), Buffer.from('rs')])))
app.get('/throws', () => {
  throw error
})
app.get('/rejects', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1))
  throw error
})
app.get('/http-error', () => {
  throw new HttpError(409, 'taken')
})
app.get('/invalid', () => undefined as never)

afterEach(() => void heardByUs.splice(0))

const OURS = { status: 200, by: null, body: 'ours', heard: [] }
const THEIRS = { ...OURS, body: 'theirs' }
const failed = (heard: unknown) => ({ status: 500, by: 'them', body: '', heard: [heard] })

test.each(
  Object.keys(frameworks).flatMap((framework) => [
    { framework, path: '/text', expected: OURS },
    { framework, path: '/later', expected: OURS },
    { framework, path: '/stream', expected: OURS },
    { framework, path: '/none', expected: THEIRS },
    { framework, path: '/throws', expected: failed(error) },
    { framework, path: '/rejects', expected: failed(error) },
    { framework, path: '/http-error', expected: failed(expect.objectContaining({ message: 'taken' })) },
    { framework, path: '/invalid', expected: failed(expect.objectContaining({ code: 'APP_RESPONSE_INVALID' })) },
  ]),
)('$framework gets the responses of ours, what ours does not answer, and its errors once: $path', async (row) => {
  const heard: unknown[] = []
  const port = await frameworks[row.framework]?.(toNodeHandler(app), (error) => heard.push(error))
  const answer = await fetch(`http://127.0.0.1:${port}/new${row.path}`, { signal: AbortSignal.timeout(5_000) })
  const body = await answer.text()
  const seen = { status: answer.status, by: answer.headers.get('x-by'), body, heard }
  expect(seen).toEqual(row.expected)
  expect(heardByUs).toEqual([])
})
