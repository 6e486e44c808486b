import { type Noticeboard, newData, startNoticeboard } from '../../test/programs/noticeboard/noticeboard.ts'
import { endAll } from '../../test/programs/running.ts'
import type { Product } from './product.ts'

/**
 * Starts the product, which is an installed copy of examples/noticeboard, calls a function with it, and stops it.
 * Throws if the product does not exit with 0.
 */
export async function withRunning<T>(
  product: Product,
  use: (board: Noticeboard) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const data = newData()
  try {
    const board = await startNoticeboard({ ...data.env, ...more }, product.folder)
    const result = await use(board)
    board.program.stop()
    const code = await board.program.ended
    if (code !== 0) throw new Error(`the product ended with ${code}:\n${board.program.output()}`)
    return result
  } finally {
    await endAll()
    data.remove()
  }
}
