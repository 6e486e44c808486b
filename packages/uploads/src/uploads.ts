import { collectFields, type FormFields } from '@app/body-parser'
import {
  type AttributeKey,
  type Awaitable,
  attributeKey,
  type Middleware,
  type Provides,
  provides,
  type ServerRequest,
} from '@app/core'
import { checkOptions, onEnd, optionKind } from '@app/core/extending'
import { type Disk, diskHere } from './disk.ts'
import { type FilePart, multipart } from './multipart.ts'
import { LIMIT_KINDS, type UploadLimits } from './upload-limits.ts'

/** A file that was saved. */
export interface UploadedFile {
  /** The name of the field. */
  readonly name: string
  /**
   * The file name that the client has sent, without its path and hidden characters; `undefined` if nothing is left.
   * Show this name, but do not open a file by it.
   */
  readonly fileName: string | undefined
  /** The media type that the client states. */
  readonly type: string
  /** The size in bytes. */
  readonly size: number
  /** The path of the file: a random name in the folder. Move it away to keep it under another name. */
  readonly path: string
}

/** A form whose files were saved. */
export interface Upload {
  readonly fields: FormFields
  /** The files, in the order of the form. */
  readonly files: readonly UploadedFile[]
}

/** Options of `uploads`. */
export interface UploadsOptions extends UploadLimits {
  /** The folder for the files. A missing folder is made, readable for the user of the process alone. */
  readonly folder: string
}

/** The attribute with the saved form of a request. */
export const UPLOAD: AttributeKey<Upload, 'upload'> = attributeKey<Upload, 'upload'>('upload', {
  shared: '@app/uploads/upload',
})

/** The same attribute, for asking whether another `uploads` before it has saved the form. */
const SAVED = attributeKey<Upload | undefined>('upload', { shared: '@app/uploads/upload', default: undefined })

/**
 * Middleware for a route: saves the files of a `multipart/form-data` request while they arrive, and passes on the form
 * as the attribute `UPLOAD`.
 *
 * All files are removed if the form cannot be read to its end, or if the client gets a response with a status from 400
 * on. A request without a body is passed on without the attribute. Rejects with the errors of `multipart`. Throws an
 * `OptionError` for an unknown, invalid or missing option, and a `TypeError` on a platform without a file system.
 *
 * @example
 * app.post('/photos', [
 *   uploads({ folder: 'data/photos', files: 3 }),
 *   reads([UPLOAD], (request) => json(request.attribute(UPLOAD).files.length)),
 * ])
 */
export function uploads(options: UploadsOptions): Middleware & Provides<typeof UPLOAD> {
  const { folder, ...limits } = checkOptions('uploads()', options, KINDS)
  const disk = diskHere(folder)
  return provides([UPLOAD], async function uploads(request, handler) {
    if (!request.hasBody || request.attribute(SAVED)) return handler(request)
    const files: UploadedFile[] = []
    const remove = () => disk.remove(files.map(({ path }) => path))
    let fields: FormFields
    try {
      fields = await save(request, limits, disk, files)
    } catch (error) {
      await remove()
      throw error
    }
    return removing(request, remove, () => handler(request.withAttribute(UPLOAD, { fields, files })))
  })
}

/**
 * Calls `answer`, and later `remove` if the client got a status from 400 on. That is known at the end of the request
 * alone: what is thrown here may become any response, such as a redirect, and another response may replace this one.
 */
async function removing(
  request: ServerRequest,
  remove: () => Promise<void>,
  answer: () => Awaitable<Response>,
): Promise<Response> {
  const answered = (async () => answer())()
  onEnd(request, async ({ status }) => {
    // A client that leaves, or a time limit, ends a request while its handler still uses the files.
    const own = await answered.then(
      (response) => response.status,
      () => 500,
    )
    if ((status ?? own) >= 400) await remove()
  })
  return answered
}

/** Saves the files of a form, adds each file to a list once it is whole, and returns the fields. */
async function save(
  request: ServerRequest,
  limits: UploadLimits,
  disk: Disk,
  files: UploadedFile[],
): Promise<FormFields> {
  const fields: [string, string][] = []
  for await (const part of multipart(request, limits)) {
    if (part.kind === 'field') fields.push([part.name, part.value])
    else {
      const file = await saveFile(part, disk)
      // Browsers send a file without name and content for a file input in which no file was chosen.
      if (file.fileName === undefined && file.size === 0) await disk.remove([file.path])
      else files.push(file)
    }
  }
  return collectFields(fields)
}

async function saveFile({ name, fileName, type, stream }: FilePart, disk: Disk): Promise<UploadedFile> {
  return { name, fileName, type, ...(await disk.write(stream)) }
}

const KINDS = { folder: optionKind.required(optionKind.text), ...LIMIT_KINDS }
