import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Application, BODY_LIMIT, empty, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test } from 'vitest'
import { type Bank, openBank, pay } from './accounts.test.helper.ts'
import { type SqliteOptions, sqlIn, sqlite, TRANSACTION, transactionOf, transactions } from './index.ts'

const post = (app: Application, path: string, init: RequestInit = {}) => app.request(path, { ...init, method: 'POST' })

/** Adds a route that writes between two waits, so that requests overlap. */
function addSlowRoute(bank: Bank, milliseconds: number): { most: number } {
  const running = { now: 0, most: 0 }
  bank.app.post('/slow/{status}', async (request) => {
    running.most = Math.max(running.most, ++running.now)
    const database = transactionOf(request, bank.driver)
    const read = () => Number(database.prepare("SELECT amount FROM accounts WHERE name = 'bob'").get()?.amount)
    const before = read()
    await sleep(milliseconds)
    database.prepare("UPDATE accounts SET amount = ? WHERE name = 'bob'").run(before + 1)
    await sleep(milliseconds)
    running.now--
    return text(`${read() - before}`, { status: Number(request.params.status) })
  })
  return running
}

test('one transaction writes at a time, on one connection, and none sees or loses the writes of another', async () => {
  const bank = openBank()
  const running = addSlowRoute(bank, 2)
  const statuses = [200, 400, 200, 500, 200, 422, 200, 200]
  const responses = await Promise.all(statuses.map((status) => post(bank.app, `/slow/${status}`)))
  expect(responses.map(({ status }) => status)).toEqual(statuses)
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(statuses.map(() => '1'))
  expect([bank.amounts()[1], running.most, bank.opened.length]).toEqual([5, 1, 1])
})

test('transactions that read run beside the writer, each on a connection of its own, and see what is committed', async () => {
  const bank = openBank({}, 2)
  const seen: string[] = []
  bank.app
    .get('/amounts', async (request) => {
      const database = transactionOf(request, bank.driver)
      const read = () => JSON.stringify(database.prepare('SELECT amount FROM accounts ORDER BY name').all())
      const first = read()
      await sleep(60)
      seen.push(first === read() ? 'same' : 'changed')
      return json(seen)
    })
    .set(TRANSACTION, { readOnly: true })
  bank.app.post('/hold', async (request) => {
    pay(bank, request)
    const read = Promise.all([1, 2, 3].map(() => bank.app.request('/amounts')))
    expect((await read).map(({ status }) => status)).toEqual([200, 200, 200])
    return empty()
  })
  expect((await post(bank.app, '/hold')).status).toBe(204)
  const [reads, paid] = [bank.app.request('/amounts'), post(bank.app, '/pay/1')]
  await Promise.all([reads, paid])
  expect([seen, bank.amounts()]).toEqual([
    ['same', 'same', 'same', 'same'],
    [8, 2],
  ])
  expect(bank.opened.map(({ readOnly }) => readOnly)).toEqual([false, true, true])
})

test('a transaction that only reads cannot write', async () => {
  const bank = openBank()
  bank.app
    .get('/x', (request) => {
      transactionOf(request, bank.driver).exec('DELETE FROM accounts')
      return text('done')
    })
    .set(TRANSACTION, { readOnly: true })
  expect([(await bank.app.request('/x')).status, bank.amounts()]).toEqual([500, [10, 0]])
  expect(String(bank.errors[0])).toContain('attempt to write a readonly database')
})

test('a request that waits too long for the writer, and one that finds too many waiting, get 503 with Retry-After, and readers go on', async () => {
  const bank = openBank({ wait: 0.1, waiting: 2 })
  addSlowRoute(bank, 200)
  bank.app.get('/reads', (request) => json(sqlIn(request).dialect)).set(TRANSACTION, { readOnly: true })
  const first = post(bank.app, '/slow/200')
  await sleep(50)
  const [late, later] = [post(bank.app, '/pay/1'), post(bank.app, '/pay/1')]
  await sleep(1)
  const refused = await post(bank.app, '/pay/1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(String(bank.errors[0])).toContain('2 other requests wait for a transaction.')
  expect((await bank.app.request('/reads')).status).toBe(200)
  expect([(await late).status, (await later).status, (await first).status]).toEqual([503, 503, 200])
  expect(String(bank.errors[1])).toContain(
    'No transaction could begin within 0.1 s. Open are 1 of POST /slow/{status}. If a route hashes a password',
  )
  expect([(await post(bank.app, '/pay/1')).status, bank.amounts()]).toEqual([204, [9, 2]])
})

test('a client that leaves while it waits for the writer gives up its place', async () => {
  const bank = openBank({ waiting: 1 })
  addSlowRoute(bank, 100)
  const first = post(bank.app, '/slow/200')
  await sleep(20)
  const leave = new AbortController()
  const left = post(bank.app, '/pay/1', { signal: leave.signal }).catch(() => undefined)
  await sleep(5)
  leave.abort()
  await left
  const next = post(bank.app, '/pay/1')
  expect([(await first).status, (await next).status, bank.amounts()]).toEqual([200, 204, [9, 2]])
})

test('a transaction waits for another process that writes without blocking this one, and gets 503 when that takes too long', async () => {
  const bank = openBank({ wait: 0.3 })
  const other = bank.connect()
  other.exec("BEGIN IMMEDIATE; UPDATE accounts SET amount = 5 WHERE name = 'bob'")
  let ticks = 0
  const ticking = setInterval(() => ticks++, 5)
  const waiting = post(bank.app, '/pay/1')
  await sleep(100)
  other.exec('COMMIT')
  expect([(await waiting).status, bank.amounts()]).toEqual([204, [9, 6]])
  expect(ticks).toBeGreaterThan(3)
  other.exec('BEGIN IMMEDIATE')
  expect((await post(bank.app, '/pay/1')).status).toBe(503)
  other.exec('ROLLBACK')
  clearInterval(ticking)
  expect([(await post(bank.app, '/pay/1')).status, bank.amounts()]).toEqual([204, [8, 7]])
})

test('sqlIn() runs statements in the transaction of the request', async () => {
  const bank = openBank()
  bank.app.post('/x/{status}', async (request) => {
    await sqlIn(request).run('UPDATE accounts SET amount = amount + $1 WHERE name = $2', 5, 'bob')
    const rows = await sqlIn(request).rows('SELECT amount FROM accounts WHERE name = $1', 'bob')
    return json(rows, { status: Number(request.params.status) })
  })
  const refused = await post(bank.app, '/x/409')
  expect([await refused.json(), bank.amounts()]).toEqual([[{ amount: 5 }], [10, 0]])
  await post(bank.app, '/x/200')
  expect(bank.amounts()).toEqual([10, 5])
})

test('a database in memory has one connection, and its transactions run one after the other', async () => {
  let opened = 0
  const driver = sqlite(() => {
    opened++
    return new DatabaseSync(':memory:')
  })
  const app = new Application({ router: new FindMyWayRouter() }).pipe(transactions({ driver }))
  app.post('/', async (request) => {
    await sqlIn(request).run('CREATE TABLE IF NOT EXISTS notes (id int)')
    await sleep(5)
    await sqlIn(request).run('INSERT INTO notes VALUES (1)')
    return empty()
  })
  app
    .get('/', async (request) => json(await sqlIn(request).rows('SELECT count(*) AS notes FROM notes')))
    .set(TRANSACTION, { readOnly: true })
  await Promise.all([post(app, '/'), post(app, '/')])
  expect([await (await app.request('/')).json(), opened]).toEqual([[{ notes: 2 }], 1])
  driver[Symbol.dispose]()
})

test('disposing of the driver closes its connections, and that of a running transaction when it ends', async () => {
  const bank = openBank()
  addSlowRoute(bank, 10)
  const running = post(bank.app, '/slow/200')
  await sleep(5)
  bank.driver[Symbol.dispose]()
  expect([(await running).status, bank.amounts()]).toEqual([200, [10, 1]])
  expect(bank.opened.map(({ connection }) => connection.isOpen)).toEqual([false])
})

test('a database that cannot be opened is a 503, and is opened again for the next request', async () => {
  let isBroken = true
  const driver = sqlite(() => {
    if (isBroken) throw new Error('The disk is away')
    return new DatabaseSync(':memory:')
  })
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(transactions({ driver }))
  app.post('/', () => empty())
  expect((await post(app, '/')).status).toBe(503)
  isBroken = false
  expect((await post(app, '/')).status).toBe(204)
})

test.each([{ readers: 0 }, { readers: 1.5 }, { reader: 2 }])('sqlite() refuses the options %j', (options) => {
  expect(() => sqlite(() => new DatabaseSync(':memory:'), options as SqliteOptions)).toThrow(/sqlite\(\): .*reader/)
})

test('a client that sends its body slowly does not keep others from writing, and one that streams may', async () => {
  const bank = openBank({ wait: 0.2 })
  bank.app.post('/slow', async (request) => {
    const amount = Number(await request.text())
    pay(bank, request, amount)
    return empty()
  })
  bank.app
    .post('/stream', async (request) => {
      pay(bank, request, Number(await request.text()))
      return empty()
    })
    .set(TRANSACTION, { streamsBody: true })
  const server = await bank.app.run({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close()))
  const { port = 0 } = server.address ?? {}
  const begin = async (path: string) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\nconnection: close\r\n\r\n0`)
    await sleep(100)
    return socket
  }
  const end = async (socket: Socket) => {
    const chunks: string[] = []
    socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
    socket.write('2')
    await once(socket, 'close')
    return chunks.join('').slice(0, 12)
  }
  const write = async () => (await fetch(`http://127.0.0.1:${port}/pay/1`, { method: 'POST' })).status
  const slow = await begin('/slow')
  expect([await write(), bank.amounts()]).toEqual([204, [9, 1]])
  expect([await end(slow), bank.amounts()]).toEqual(['HTTP/1.1 204', [7, 3]])
  const streaming = await begin('/stream')
  expect(await write()).toBe(503)
  expect([await end(streaming), bank.amounts()]).toEqual(['HTTP/1.1 204', [5, 5]])
})

test('a body that arrives before the transaction can be read as a stream, and a larger one than the limit gets a 413', async () => {
  const bank = openBank()
  bank.app
    .post('/stream', async (request) => {
      const bytes = await new Response(request.body).bytes()
      pay(bank, request, bytes.length)
      return empty()
    })
    .set(BODY_LIMIT, 4)
  const send = async (body: string) => (await bank.app.request('/stream', { method: 'POST', body })).status
  expect([await send('abc'), await send('abcde'), bank.amounts()]).toEqual([204, 413, [7, 3]])
})

test.each(['COMMIT', 'end', 'ROLLBACK', 'BEGIN', ' -- comment\n/* more */ commit;', 'DELETE FROM transfers; COMMIT'])(
  'a handler cannot run %j in its transaction',
  async (statement) => {
    const bank = openBank()
    bank.app.post('/exec', (request) => {
      transactionOf(request, bank.driver).exec(statement)
      return empty()
    })
    bank.app.post('/prepare', (request) => {
      transactionOf(request, bank.driver).prepare(statement)
      return empty()
    })
    bank.app.post('/sql', async (request) => {
      await sqlIn(request).run(statement)
      return empty()
    })
    for (const path of ['/exec', '/prepare', '/sql']) {
      expect((await bank.app.request(path, { method: 'POST' })).status).toBe(500)
      expect(bank.errors.at(-1)).toMatchObject({ code: 'APP_TRANSACTION_CONTROL' })
    }
  },
)

test('savepoints and triggers may be made in a transaction', async () => {
  const bank = openBank()
  bank.app.post('/x', (request) => {
    const database = transactionOf(request, bank.driver)
    database.exec('SAVEPOINT a')
    pay(bank, request, 3)
    database.exec('ROLLBACK TO a; RELEASE a')
    database.exec('CREATE TRIGGER t AFTER INSERT ON transfers BEGIN SELECT 1; END')
    pay(bank, request, 1)
    return empty()
  })
  expect([(await bank.app.request('/x', { method: 'POST' })).status, bank.amounts()]).toEqual([204, [9, 1]])
})

test('a handler that makes its connection read-only does not do so for later requests', async () => {
  const bank = openBank()
  bank.app.post('/pragma', (request) => {
    transactionOf(request, bank.driver).exec('PRAGMA query_only = ON')
    return empty()
  })
  const ask = async (path: string) => (await bank.app.request(path, { method: 'POST' })).status
  expect([await ask('/pragma'), await ask('/pay/1'), bank.amounts()]).toEqual([204, 204, [9, 1]])
})
