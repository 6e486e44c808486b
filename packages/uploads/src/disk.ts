import { builtinModule } from '@app/core/extending'

/** Writes streams to files of one folder. */
export interface Disk {
  /** Writes a stream to a file with a random name. If the stream fails, removes the file and rejects. */
  write(stream: ReadableStream<Uint8Array>): Promise<{ readonly path: string; readonly size: number }>
  /** Removes files. A missing file is not an error. */
  remove(paths: readonly string[]): Promise<void>
}

/**
 * Makes the disk for a folder, with the file system of this runtime. Throws a `TypeError` on a runtime without a disk.
 */
export function diskHere(folder: string): Disk {
  const files = builtinModule<typeof import('node:fs/promises')>('node:fs/promises')
  const paths = builtinModule<typeof import('node:path')>('node:path')
  if (files === undefined || paths === undefined) {
    throw new TypeError('uploads() needs a file system, and this platform has none. Read the parts by multipart()')
  }
  const root = paths.resolve(folder)
  return {
    async write(stream) {
      await files.mkdir(root, { recursive: true, mode: 0o700 })
      const path = paths.join(root, crypto.randomUUID())
      const file = await files.open(path, 'wx', 0o600)
      let size = 0
      try {
        for await (const bytes of stream) {
          await file.writeFile(bytes)
          size += bytes.length
        }
        await file.close()
        return { path, size }
      } catch (error) {
        await file.close().catch(() => undefined)
        await files.rm(path, { force: true })
        throw error
      }
    },
    async remove(all) {
      await Promise.all(all.map((path) => files.rm(path, { force: true })))
    },
  }
}
