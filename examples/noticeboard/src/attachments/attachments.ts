import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Middleware } from '@app/core'
import { type UploadedFile, uploads } from '@app/uploads'
import type { Database } from '../database/database.ts'

export interface Attachment {
  readonly id: number
  readonly notice: number
  /** The name that the uploader gave the file. In the folder of attachments the file has another name. */
  readonly name: string
  readonly type: string
  readonly size: number
  /** The absolute path of the file. */
  readonly path: string
}

/** The part of the configuration with the folder of the files. */
interface Attached {
  readonly attachments: { readonly folder: string }
}

/** The age at which a file without a notice is removed. A younger one may belong to an upload that is under way. */
const UPLOAD_MS = 3_600_000

const SELECT = "SELECT id, notice, name, type, size, ? || '/' || stored AS path FROM attachments WHERE notice = ?"

/** The files of notices, in a folder that is not served directly, under random names. */
export class Attachments {
  static readonly inject = ['noticeboard/database', 'config'] as const
  readonly #database: Database
  readonly #folder: string

  constructor(database: Database, { attachments: { folder } }: Attached) {
    this.#database = database
    this.#folder = resolve(folder)
  }

  /** Assigns a file, which `saveUploads` has saved, to a notice. */
  add(notice: number, { fileName = 'file', type, size, path }: UploadedFile): void {
    const sql = 'INSERT INTO attachments (notice, name, type, size, stored) VALUES (?, ?, ?, ?, ?)'
    this.#database.run(sql, notice, fileName, type, size, basename(path))
  }

  of(notice: number): readonly Attachment[] {
    return this.#database.all<Attachment>(`${SELECT} ORDER BY id`, this.#folder, notice)
  }

  find(notice: number, id: number): Attachment | undefined {
    return this.#database.first<Attachment>(`${SELECT} AND id = ?`, this.#folder, notice, id)
  }

  /** Removes files that belong to no notice and are older than an hour, and returns their number. */
  async tidy(): Promise<number> {
    const rows = this.#database.all<{ stored: string }>('SELECT stored FROM attachments')
    const kept = new Set(rows.map(({ stored }) => stored))
    const files = await readdir(this.#folder).catch(() => [])
    let removed = 0
    for (const path of files.filter((name) => !kept.has(name)).map((name) => join(this.#folder, name))) {
      if (Date.now() - (await stat(path)).mtimeMs < UPLOAD_MS) continue
      await rm(path)
      removed++
    }
    return removed
  }
}

/** Saves the files of a form in the folder of attachments, under new names. */
export function saveUploads({ attachments: { folder } }: Attached): Middleware {
  return uploads({ folder: resolve(folder) })
}
saveUploads.inject = ['config'] as const
