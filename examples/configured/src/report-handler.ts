import { HttpError, json, type RequestHandlerInterface, type ServerRequest } from '@app/core'
import type { Ledger } from './ledger.ts'

/** Reports a total; `inject` names the services that the container passes to the constructor. */
export class ReportHandler implements RequestHandlerInterface {
  static readonly inject = ['acme/ledger'] as const
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  readonly handle = ({ params }: ServerRequest) => {
    const total = this.#ledger.totalOf(params.id ?? '')
    if (total === undefined) throw new HttpError(404, `There is no report ${params.id}`)
    return json({ id: params.id, total })
  }
}
