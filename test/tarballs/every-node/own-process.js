import cluster from 'node:cluster'
import { connect } from 'node:http2'
import { get } from 'node:https'
import { Application, text } from '@app/core'
import { earlyHints, trailers } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/', (request) => {
  earlyHints(request, { link: '</style.css>; rel=preload; as=style' })
  trailers(request, { 'x-sum': () => '7' })
  return text('hello')
})

const { CERT: cert, KEY: key } = process.env
const server = await app.run({ port: 0, host: '127.0.0.1', workers: 2, http2: true, tls: { cert, key } })

if (cluster.isPrimary) {
  const { port } = server.address
  const over1 = await new Promise((resolve, reject) => {
    const seen = []
    const asked = get({ host: '127.0.0.1', servername: 'localhost', port, ca: cert, agent: false }, (response) => {
      response.on('data', (data) => seen.push(String(data)))
      response.on('end', () => resolve([response.httpVersion, ...seen, response.trailers['x-sum']]))
    })
    asked.on('information', ({ statusCode }) => seen.push(statusCode)).on('error', reject)
  })
  const session = connect(`https://127.0.0.1:${port}`, { ca: cert, servername: 'localhost' })
  const over2 = await new Promise((resolve, reject) => {
    const seen = ['2']
    const stream = session.request({ ':path': '/' })
    stream.on('headers', (headers) => seen.push(headers[':status']))
    stream.on('data', (data) => seen.push(String(data)))
    stream.on('trailers', (headers) => seen.push(headers['x-sum']))
    stream.on('end', () => resolve(seen)).on('error', reject)
  })
  session.close()
  console.log([over1, over2].map((seen) => seen.join(' ')).join(', '))
  console.log(process.version)
  process.kill(process.pid, 'SIGTERM')
}
