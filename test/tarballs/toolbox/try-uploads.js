import { Application, text } from '@app/core'
import { multipart, UPLOAD, uploads } from '@app/uploads'

/** Reads a field and a file part by part, and from the disk if there is one; a refused upload leaves no file behind. */
export async function tryUploads() {
  const app = new Application({ onError: () => undefined }).pipe('/parts', async (request) => {
    const seen = []
    for await (const part of multipart(request, { files: 1 })) {
      seen.push(part.kind === 'field' ? part.value : `${part.fileName} ${await new Response(part.stream).text()}`)
    }
    return text(seen.join())
  })
  const parts = [await send(app, '/parts', ['grün']), await send(app, '/parts', ['a', 'b'])]
  return [...parts, await tryDisk()]
}

async function tryDisk() {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  if (fs === undefined) {
    try {
      uploads({ folder: 'x' })
    } catch ({ message }) {
      return message.includes('Read the parts by multipart()')
    }
  }
  const folder = fs.mkdtempSync('uploads-')
  const app = new Application().pipe('/disk', [
    uploads({ folder }),
    (request) => {
      const { fields, files } = request.attribute(UPLOAD)
      return text([fields.title, ...files.map(({ path }) => fs.readFileSync(path, 'utf8'))].join(), {
        status: files.length === 1 ? 200 : 400,
      })
    },
  ])
  const shown = [await send(app, '/disk', ['grün']), await send(app, '/disk', ['a', 'b'])]
  // The files of a refused request are removed once the response is sent.
  await new Promise((resolve) => setTimeout(resolve, 200))
  shown.push(fs.readdirSync(folder).length)
  fs.rmSync(folder, { recursive: true })
  return shown.join(' ') === '200 ü,grün 400 ü,a,b 1'
}

async function send(app, path, files) {
  const body = new FormData()
  body.append('title', 'ü')
  for (const name of files) body.append('file', new File([name], `../${name}.txt`))
  const answer = await app.fetch(new Request(`https://localhost${path}`, { method: 'POST', body }))
  return `${answer.status} ${await answer.text()}`
}
