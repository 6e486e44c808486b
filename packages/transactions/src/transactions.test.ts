import { setTimeout as sleep } from 'node:timers/promises'
import { Application, empty, HttpError, json, type ServerRequest, text } from '@app/core'
import { beforeDispatch, errorMiddleware } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { describe, expect, test, vi } from 'vitest'
import { openBank, pay } from './accounts.test.helper.ts'
import {
  afterCommit,
  OPEN_TRANSACTION,
  sqlIn,
  TRANSACTION,
  type TransactionsOptions,
  transactionOf,
  transactions,
} from './index.ts'

const post = (app: Application, path: string, init: RequestInit = {}) => app.request(path, { ...init, method: 'POST' })

describe('which requests run in a transaction', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a route of %s runs in a transaction', async (method) => {
    const bank = openBank()
    bank.app.route('/x', (request) => text(`${transactionOf(request, bank.driver).isTransaction}`), [method])
    expect(await (await bank.app.request('/x', { method })).text()).toBe('true')
  })

  test('a route of GET runs in none, and transactionOf() says what to write', async () => {
    const bank = openBank()
    bank.app.get('/x', (request) => json(transactionOf(request) !== undefined))
    expect((await bank.app.request('/x')).status).toBe(500)
    expect(bank.errors).toEqual([expect.objectContaining({ code: 'APP_TRANSACTION_MISSING' })])
    expect(String(bank.errors[0])).toMatch(/^UsageError: GET \/x has no transaction\. Pipe transactions\(\).*readOnly/)
  })

  test('the metadata TRANSACTION says it for a route', async () => {
    const bank = openBank()
    const tell = (request: ServerRequest) => text(`${request.attribute(OPEN_TRANSACTION) !== undefined}`)
    bank.app.get('/reads', tell).set(TRANSACTION, { readOnly: true })
    bank.app.get('/marked', tell).set(TRANSACTION, true)
    bank.app.post('/free', tell).set(TRANSACTION, false)
    const said = [await bank.app.request('/reads'), await bank.app.request('/marked'), await post(bank.app, '/free')]
    expect(await Promise.all(said.map((response) => response.text()))).toEqual(['true', 'true', 'false'])
  })

  test('with the option routes: marked, only routes with metadata run in a transaction', async () => {
    const bank = openBank({ routes: 'marked' })
    bank.app
      .post('/pay', (request) => {
        pay(bank, request)
        return empty()
      })
      .set(TRANSACTION, true)
    expect((await post(bank.app, '/pay/1')).status).toBe(500)
    expect([(await post(bank.app, '/pay')).status, bank.amounts()]).toEqual([204, [9, 1]])
  })

  test('a route with metadata does not run without transactions() before it', async () => {
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    app.post('/x', () => text('x')).set(TRANSACTION, { retry: 1 })
    app.post('/free', () => text('x')).set(TRANSACTION, false)
    expect([(await post(app, '/x')).status, (await post(app, '/free')).status]).toEqual([500, 200])
  })

  test('no transaction begins for a request that a guard refuses, wherever the guard is piped', async () => {
    const bank = openBank()
    bank.app.pipe((request, handler) => {
      beforeDispatch(request, () => text('no', { status: 403 }))
      return handler(request)
    })
    expect([(await post(bank.app, '/pay/1')).status, bank.opened.length]).toEqual([403, 0])
  })

  test('a route inside of a route is part of its transaction', async () => {
    const bank = openBank()
    const inner = new Application({ router: new FindMyWayRouter() })
    inner.post('/all/twice', (request) => {
      pay(bank, request)
      pay(bank, request)
      return empty()
    })
    bank.app.post('/all/{rest...}', [inner])
    expect([(await post(bank.app, '/all/twice')).status, bank.amounts(), bank.opened.length]).toEqual([204, [8, 2], 1])
  })

  test.each([
    [{ retry: 11 }, 'retry'],
    [{ isolation: 'strict' }, 'isolation'],
    [{ readonly: true }, 'Did you mean "readOnly"'],
    ['yes', 'TRANSACTION'],
  ])('TRANSACTION refuses the value %j', (value, message) => {
    expect(() =>
      openBank()
        .app.post('/y', () => text('x'))
        .set(TRANSACTION, value as never),
    ).toThrow(message)
  })
})

describe('the end of a transaction', () => {
  test('a response below 400 commits, and later requests see the change', async () => {
    const bank = openBank()
    expect([(await post(bank.app, '/pay/3')).status, bank.amounts()]).toEqual([204, [7, 3]])
    expect([(await post(bank.app, '/pay/4')).status, bank.amounts()]).toEqual([204, [3, 7]])
  })

  test.each([400, 404, 409, 422, 500])('a response of %i rolls back', async (status) => {
    const bank = openBank()
    bank.app.post('/x', (request) => {
      pay(bank, request)
      return text('refused', { status })
    })
    expect([(await post(bank.app, '/x')).status, bank.amounts()]).toEqual([status, [10, 0]])
  })

  test('an error rolls back, also if error middleware answers it with a status below 400', async () => {
    const bank = openBank()
    bank.app.pipeRoutingMiddleware().pipeDispatchMiddleware()
    bank.app.pipe(errorMiddleware(() => text('Sorry', { status: 200 })))
    expect([(await post(bank.app, '/pay/11')).status, bank.amounts()]).toEqual([200, [10, 0]])
  })

  test('the change is committed before middleware gets the response', async () => {
    const bank = openBank()
    const seen: number[][] = []
    const app = new Application().pipe(async (request, handler) => {
      const response = await handler(request)
      seen.push(bank.amounts())
      return response
    })
    app.pipe(bank.app)
    await post(app, '/pay/1')
    expect(seen).toEqual([[9, 1]])
  })

  test('a commit that fails is answered by 500, and never by the response of the handler', async () => {
    const bank = openBank()
    const seen: string[] = []
    bank.app.post('/x', (request) => {
      transactionOf(request, bank.driver).exec("INSERT INTO transfers VALUES ('nobody')")
      afterCommit(request, () => seen.push('committed'))
      return text('done')
    })
    const response = await post(bank.app, '/x')
    expect([response.status, await response.text(), seen]).toEqual([500, 'Internal Server Error', []])
    expect(String(bank.errors[0])).toMatch(/The transaction was not committed: FOREIGN KEY constraint failed/)
    expect([(await post(bank.app, '/pay/1')).status, bank.opened.length]).toEqual([204, 1])
  })

  test('a commit that nobody confirms is answered by 500, which says that the outcome is unknown', async () => {
    const errors: unknown[] = []
    const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
    const never = () => new Promise(() => undefined)
    app.pipe(transactions({ begin: () => ({}), commit: never, rollback: () => undefined, timeout: 0.05 }))
    app.post('/', () => text('done'))
    expect((await post(app, '/')).status).toBe(500)
    expect(String(errors[0])).toContain('may have been kept or not')
  })

  test('a session does not keep what a handler wrote if the commit fails', async () => {
    const bank = openBank()
    const USER = sessionKey<string>('user')
    const app = new Application().pipe(session({ secret: 's'.repeat(32) })).pipe(bank.app)
    bank.app.post('/log-in/{payee}', (request) => {
      transactionOf(request, bank.driver).prepare('INSERT INTO transfers VALUES (?)').run(request.params.payee)
      request.attribute(SESSION).set(USER, 'ada')
      return empty()
    })
    const [good, bad] = [await post(app, '/log-in/bob'), await post(app, '/log-in/nobody')]
    expect([good.status, good.headers.has('set-cookie')]).toEqual([204, true])
    expect([bad.status, bad.headers.has('set-cookie')]).toEqual([500, false])
  })

  test('a handler that ends the transaction itself is answered by 500', async () => {
    const bank = openBank()
    bank.app.post('/x', (request) => {
      transactionOf(request, bank.driver).exec('ROLLBACK')
      return text('done')
    })
    expect([(await post(bank.app, '/x')).status, (await post(bank.app, '/pay/1')).status]).toEqual([500, 204])
  })

  test('a transaction that takes too long is rolled back and answered by 503, and its handler can do nothing more', async () => {
    const bank = openBank({ timeout: 0.05 })
    const late = Promise.withResolvers<unknown>()
    bank.app.post('/slow', async (request) => {
      const database = transactionOf(request, bank.driver)
      pay(bank, request)
      await sleep(150)
      try {
        database.exec('DELETE FROM accounts')
      } catch (error) {
        late.resolve(error)
      }
      return text('done')
    })
    const slow = post(bank.app, '/slow')
    const response = await slow
    expect([response.status, response.headers.get('retry-after'), bank.amounts()]).toEqual([503, '1', [10, 0]])
    // The connection has the next transaction while the handler still runs.
    expect((await post(bank.app, '/pay/1')).status).toBe(204)
    expect(await late.promise).toMatchObject({ code: 'APP_TRANSACTION_OVER' })
    expect(bank.amounts()).toEqual([9, 1])
  })

  test('an error of a handler after the limit is a 503 with the error as cause, also if the timer had no turn yet', async () => {
    const bank = openBank({ timeout: 0.05 })
    const ended = new Error('canceling statement due to statement timeout')
    bank.app.post('/slow', (request) => {
      pay(bank, request)
      const end = performance.now() + 60
      while (performance.now() < end);
      throw ended
    })
    expect([(await post(bank.app, '/slow')).status, bank.amounts()]).toEqual([503, [10, 0]])
    expect(bank.errors).toEqual([expect.objectContaining({ status: 503, cause: ended })])
  })

  test('a client that leaves rolls back at once', async () => {
    const bank = openBank()
    const leave = new AbortController()
    const paid = Promise.withResolvers<void>()
    bank.app.post('/slow', async (request) => {
      pay(bank, request)
      paid.resolve()
      await sleep(5_000, undefined, { signal: request.signal }).catch(() => undefined)
      return text('done')
    })
    const answer = post(bank.app, '/slow', { signal: leave.signal }).catch(() => undefined)
    await paid.promise
    leave.abort()
    await answer
    expect([(await post(bank.app, '/pay/2')).status, bank.amounts()]).toEqual([204, [8, 2]])
  })
})

describe('after the end of a transaction', () => {
  test('whatever was kept of the transaction refuses to work', async () => {
    const bank = openBank()
    const kept: (() => unknown)[] = []
    bank.app.post('/x', async (request) => {
      const database = transactionOf(request, bank.driver)
      const statement = database.prepare('SELECT name FROM accounts')
      const rows = statement.iterate()
      rows.next()
      const sql = sqlIn(request)
      const { exec } = database
      kept.push(
        () => transactionOf(request),
        () => sqlIn(request),
        () => afterCommit(request, () => undefined),
        () => database.exec('DELETE FROM accounts'),
        () => exec('DELETE FROM accounts'),
        () => statement.all(),
        () => rows.next(),
      )
      expect(await sql.rows('SELECT name FROM accounts')).toHaveLength(2)
      kept.push(() => sql.run('DELETE FROM accounts'))
      return text('done')
    })
    await post(bank.app, '/x')
    const refused = await Promise.all(
      kept.map(async (use) => {
        try {
          return await use()
        } catch (error) {
          return (error as { code: string }).code
        }
      }),
    )
    expect(refused).toEqual(kept.map(() => 'APP_TRANSACTION_OVER'))
    expect([bank.amounts(), (await post(bank.app, '/pay/1')).status]).toEqual([[10, 0], 204])
  })

  test('a body that reads from the transaction while it is sent fails, and the transaction is committed', async () => {
    const bank = openBank()
    bank.app.post('/x', (request) => {
      pay(bank, request)
      const rows = transactionOf(request, bank.driver).prepare('SELECT name FROM accounts')
      const encoder = new TextEncoder()
      const body = new ReadableStream<Uint8Array>(
        { pull: (controller) => controller.enqueue(encoder.encode(JSON.stringify(rows.all()))) },
        { highWaterMark: 0 },
      )
      return new Response(body)
    })
    const response = await post(bank.app, '/x')
    await expect(response.text()).rejects.toMatchObject({ code: 'APP_TRANSACTION_OVER' })
    expect([response.status, bank.amounts()]).toEqual([200, [9, 1]])
  })

  test('a handler may not close the connection of its transaction', async () => {
    const bank = openBank()
    bank.app.post('/x', (request) => {
      transactionOf(request, bank.driver).close()
      return text('done')
    })
    expect((await post(bank.app, '/x')).status).toBe(500)
    expect(bank.errors).toEqual([expect.objectContaining({ code: 'APP_TRANSACTION_CONTROL' })])
  })
})

describe('afterCommit()', () => {
  test('functions run after the commit, one after the other, before the response is sent', async () => {
    const bank = openBank()
    const done: unknown[] = []
    bank.app.post('/x', (request) => {
      pay(bank, request)
      afterCommit(request, async () => {
        await sleep(10)
        done.push(bank.amounts())
      })
      afterCommit(request, () => done.push('second'))
      done.push('handler')
      return empty()
    })
    await post(bank.app, '/x')
    expect(done).toEqual(['handler', [9, 1], 'second'])
  })

  test('functions do not run after a rollback', async () => {
    const bank = openBank()
    const done: string[] = []
    bank.app.post('/{how}', (request) => {
      afterCommit(request, () => done.push(request.params.how))
      if (request.params.how === 'throws') throw new HttpError(409)
      return empty({ status: request.params.how === 'refuses' ? 422 : 204 })
    })
    for (const how of ['throws', 'refuses', 'works']) await post(bank.app, `/${how}`)
    expect(done).toEqual(['works'])
  })

  test('an error of a function is reported, the others run, and the response stays', async () => {
    const bank = openBank()
    const done: string[] = []
    bank.app.post('/x', (request) => {
      afterCommit(request, () => Promise.reject(new Error('no mail')))
      afterCommit(request, () => done.push('second'))
      return empty()
    })
    expect([(await post(bank.app, '/x')).status, done]).toEqual([204, ['second']])
    expect(bank.errors.map(String)).toEqual(['Error: no mail'])
  })

  test('the response waits for the functions no longer than the option hookTimeout says', async () => {
    const bank = openBank({ hookTimeout: 0.05 })
    bank.app.post('/x', (request) => {
      afterCommit(request, () => new Promise(() => undefined))
      return empty()
    })
    expect((await post(bank.app, '/x')).status).toBe(204)
    expect(String(bank.errors[0])).toContain('What afterCommit() was given took longer than 0.05 s.')
  })

  test('a function may begin another transaction, since that of the request is over', async () => {
    const bank = openBank()
    bank.app.post('/x', (request) => {
      afterCommit(request, () => post(bank.app, '/pay/1'))
      return empty()
    })
    expect([(await post(bank.app, '/x')).status, bank.amounts()]).toEqual([204, [9, 1]])
  })
})

describe('a conflict with another transaction', () => {
  const conflict = () => Object.assign(new Error('could not serialize access'), { code: '40001' })

  test('a route is run again as often as its metadata says, each time in a new transaction, and may read the body again', async () => {
    const bank = openBank()
    const done: string[] = []
    let runs = 0
    bank.app
      .post('/x', async (request) => {
        pay(bank, request)
        const run = ++runs
        afterCommit(request, () => done.push(`${run}`))
        const body = await request.text()
        if (run < 3) throw new Error('The library failed', { cause: conflict() })
        return text(`${body} ${run}`)
      })
      .set(TRANSACTION, { retry: 2 })
    const response = await post(bank.app, '/x', { body: 'tea' })
    expect([response.status, await response.text(), bank.amounts(), done]).toEqual([200, 'tea 3', [9, 1], ['3']])
  })

  test('after the last attempt, and for a route without repetitions, the response is 503 with Retry-After', async () => {
    const bank = openBank()
    let runs = 0
    const fail = () => {
      runs++
      throw conflict()
    }
    bank.app.post('/once', fail)
    bank.app.post('/twice', fail).set(TRANSACTION, { retry: 1 })
    const once = await post(bank.app, '/once')
    expect([once.status, once.headers.get('retry-after'), runs]).toEqual([503, '1', 1])
    expect([(await post(bank.app, '/twice')).status, runs]).toEqual([503, 3])
  })

  test('a conflict of the commit runs the route again, too', async () => {
    const app = new Application({ router: new FindMyWayRouter() })
    let commits = 0
    const commit = () => {
      if (++commits === 1) throw conflict()
    }
    app.pipe(transactions({ begin: () => ({}), commit, rollback: () => undefined, retry: 1 }))
    app.post('/', () => text('done'))
    expect([(await post(app, '/')).status, commits]).toEqual([200, 2])
  })

  test('another error does not run the route again', async () => {
    const bank = openBank({ retry: 5 })
    let runs = 0
    bank.app.post('/x', () => {
      runs++
      throw new Error('broken')
    })
    expect([(await post(bank.app, '/x')).status, runs]).toEqual([500, 1])
  })

  test('a client that leaves between two attempts ends them', async () => {
    const bank = openBank({ retry: 10 })
    const leave = new AbortController()
    let runs = 0
    bank.app.post('/x', () => {
      if (++runs === 2) leave.abort()
      throw conflict()
    })
    await post(bank.app, '/x', { signal: leave.signal }).catch(() => undefined)
    expect(runs).toBe(2)
  })
})

describe('transactions() with functions', () => {
  test('begin, commit and rollback get the transaction, and rollback is also called after a commit that has failed', async () => {
    const calls: string[] = []
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    const begin = () => ({ id: calls.push('begin') })
    const commit = ({ id }: { id: number }) => {
      calls.push(`commit ${id}`)
      if (id > 5) throw new Error('The disk is full')
    }
    app.pipe(transactions({ begin, commit, rollback: ({ id }) => calls.push(`rollback ${id}`) }))
    app.post('/{status}', (request) => {
      calls.push(`route ${transactionOf<{ id: number }>(request).id}`)
      return text('x', { status: Number(request.params.status) })
    })
    for (const status of [200, 400, 201]) await post(app, `/${status}`)
    expect(calls).toEqual(
      ['begin', 'route 1', 'commit 1', 'begin', 'route 4', 'rollback 4'].concat([
        'begin',
        'route 7',
        'commit 7',
        'rollback 7',
      ]),
    )
  })

  test('a transaction that cannot begin, or not in time, is answered by 503, and is rolled back if it begins later', async () => {
    const rollback = vi.fn()
    const begun = Promise.withResolvers<string>()
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    const begin = () => (app.routes.length > 1 ? Promise.reject(new Error('no database')) : begun.promise)
    app.pipe(transactions({ begin, commit: () => undefined, rollback, wait: 0.05 }))
    app.post('/', () => text('done'))
    expect((await post(app, '/')).status).toBe(503)
    begun.resolve('late')
    await sleep(1)
    expect(rollback).toHaveBeenCalledWith('late')
  })

  test('sqlIn() without statements of the driver says what to write', async () => {
    const errors: unknown[] = []
    const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
    app.pipe(transactions({ begin: () => ({}), commit: () => undefined, rollback: () => undefined }))
    app.post('/', (request) => {
      sqlIn(request)
      return text('done')
    })
    expect((await post(app, '/')).status).toBe(500)
    expect(errors).toEqual([expect.objectContaining({ code: 'APP_TRANSACTION_SQL' })])
  })

  test('two databases have a transaction each, and the driver chooses', async () => {
    const [one, two] = [openBank(), openBank()]
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    app.pipe(transactions({ driver: one.driver })).pipe(transactions({ driver: two.driver }))
    app.post('/{status}', (request) => {
      pay(one, request, 1)
      pay(two, request, 2)
      return text('x', { status: Number(request.params.status) })
    })
    await post(app, '/400')
    expect([one.amounts(), two.amounts()]).toEqual([
      [10, 0],
      [10, 0],
    ])
    await post(app, '/200')
    expect([one.amounts(), two.amounts()]).toEqual([
      [9, 1],
      [8, 2],
    ])
  })

  test.each<[string, object]>([
    ['either "driver", or "begin"', {}],
    ['either "driver", or "begin"', { begin: () => ({}), commit: () => undefined }],
    ['either "driver", or "begin"', { driver: { begin: async () => ({}) }, begin: () => ({}) }],
    ['"driver" must be an object with begin', { driver: 'postgres://shop:secret@db' }],
    ['"timeout" must be a number of seconds above 0', { driver: { begin: async () => ({}) }, timeout: 0 }],
    ['Did you mean "retry"?', { driver: { begin: async () => ({}) }, retries: 3 }],
  ])('wrong options are refused: %s', (message, options) => {
    expect(() => transactions(options as TransactionsOptions)).toThrow(message)
  })
})
