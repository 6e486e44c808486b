import { Application, HttpError, type RequestHandler } from '@app/core'
import { endpoint, jsonContent, problemContent } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { problem, problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { createClient, type Problem, withoutSchemas } from './index.ts'

const Message = z.object({ message: z.string() })
const Taken = z.object({ status: z.literal(409), detail: z.string(), at: z.coerce.date().optional() })
const post = { method: 'POST', path: '/notes' } as const
const endpoints = {
  'not described': endpoint({ ...post, responses: { 201: null } }),
  'described as JSON': endpoint({ ...post, responses: { 201: null, 409: Message } }),
  'described with details': endpoint({ ...post, responses: { 201: null, 409: { content: Message, description: '' } } }),
  'described as a problem': endpoint({ ...post, responses: { 201: null, 409: problemContent(Taken) } }),
  'described as a problem by its type': endpoint({
    ...post,
    responses: { 201: null, 409: jsonContent(Taken, { type: 'application/problem+json' }) },
  }),
  'described without a body': endpoint({ ...post, responses: { 201: null, 409: null } }),
}
type Name = keyof typeof endpoints

const DETAIL = 'The first request still runs.'
const answers: Record<string, (request: Parameters<RequestHandler>[0]) => Response> = {
  'a thrown error': () => {
    throw new HttpError(409, DETAIL, { expose: true })
  },
  'a problem': () => problem({ status: 409, detail: DETAIL }),
  JSON: () => Response.json({ message: 'Taken.' }, { status: 409 }),
}

/** Calls an endpoint whose 409 comes from its handler, or from middleware before it. */
async function call(name: Name, place: string, answer: string, validate: boolean) {
  const respond = answers[answer] as (typeof answers)[string]
  const app = new Application({ router: new FindMyWayRouter() }).pipe(problemDetails({ listeners: [] }))
  if (place === 'middleware') app.pipe((request) => respond(request))
  app.route(implement(endpoints[name] as (typeof endpoints)['not described'], ({ request }) => respond(request)))
  return createClient({ note: endpoints[name] }, { fetch: app.fetch, validate }).note() as Promise<{
    readonly data: unknown
    readonly problem?: unknown
    readonly ok: boolean
    readonly status: number
  }>
}

const cells = ['handler', 'middleware'].flatMap((place) =>
  Object.keys(answers).flatMap((answer) => [false, true].map((validate) => ({ place, answer, validate }))),
)

describe.each(cells)('a 409 of $place, which is $answer, with validate: $validate', ({ place, answer, validate }) => {
  const isProblem = answer !== 'JSON'
  const sent = isProblem ? expect.objectContaining({ status: 409, detail: DETAIL }) : { message: 'Taken.' }
  const ask = (name: Name) => call(name, place, answer, validate)

  test.each<Name>(['not described', 'described as JSON', 'described with details'])(
    'resolves where it is %s, and "problem" tells what is not described',
    async (name) => {
      const isDescribed = name !== 'not described' && !isProblem
      const { ok, status, data, problem } = await ask(name)
      expect([ok, status, data, problem]).toEqual([false, 409, sent, isDescribed ? undefined : sent])
    },
  )

  test.each<Name>(['described as a problem', 'described as a problem by its type'])(
    'has the described type where it is %s',
    async (name) => {
      if (!isProblem) return expect(ask(name)).rejects.toThrow('409 is application/json, not application/problem+json')
      const { data, problem } = await ask(name)
      expect(problem).toBe(undefined)
      expect(data).toEqual(validate ? { status: 409, detail: DETAIL } : sent)
    },
  )

  test('has no data where it is described without a body', async () => {
    const { data, problem, status } = await ask('described without a body')
    expect([status, data, problem]).toEqual([409, undefined, undefined])
  })
})

test('a problem in place of a described success is refused', async () => {
  const read = endpoint({ method: 'GET', path: '/', responses: { 200: Message } })
  const headers = { 'content-type': 'application/problem+json' }
  const api = createClient({ read }, { fetch: () => Response.json({}, { headers }) })
  await expect(api.read()).rejects.toThrow('GET /: 200 is application/problem+json, not application/json')
})

test('a client without schemas tells problems from described responses too', async () => {
  const described = { note: endpoints['described as JSON'] }
  const fetch = () => problem({ status: 409, detail: DETAIL })
  const answer = await createClient<typeof described>(withoutSchemas(described), { fetch }).note()
  expect(answer.problem?.detail).toBe(DETAIL)
})

test('the type of a described error is a union with a problem, which the condition "problem" narrows', () => {
  const api = createClient(endpoints)
  const read = async () => {
    const json = await api['described as JSON']()
    if (json.status === 409) {
      // @ts-expect-error: middleware may have answered with a problem
      json.data.message satisfies string
      if (json.problem) expectTypeOf(json.data).toEqualTypeOf<Problem>()
      else expectTypeOf(json.data).toEqualTypeOf<{ message: string }>()
    }
    if (json.problem) return json.problem.detail
    expectTypeOf(json.status).toEqualTypeOf<201 | 409>()
    if (json.ok) expectTypeOf(json.data).toEqualTypeOf<undefined>()

    const taken = await api['described as a problem']()
    if (taken.status === 409) expectTypeOf(taken.data.detail).toEqualTypeOf<string>()
    const none = await api['described without a body']()
    if (none.status === 409) expectTypeOf(none.data).toEqualTypeOf<undefined>()
    const decoded = await createClient(endpoints, { validate: true })['described as a problem']()
    return decoded.status === 409 && decoded.data.at?.getFullYear()
  }
  expect(typeof read).toBe('function')
})
