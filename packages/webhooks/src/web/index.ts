import { UsageError } from '@app/core'
import type { Message, Sent } from '../message.ts'

/** Rejects: only Node lets a program choose the address to which it connects. */
export async function send(_url: string, _message: Message): Promise<Sent> {
  throw new UsageError(
    'APP_WEBHOOK_SEND',
    'This runtime does not let deliver() choose the address to which it connects, so that a subscriber could lead it into ' +
      'your own network. Pass a function that refuses such addresses, or a fetch that cannot reach them: { fetch }.',
  )
}
