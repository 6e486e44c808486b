import { TrouterRouter } from '@app/router-trouter'
import { startWith } from '../ours.mjs'

export const start = (port) => startWith(new TrouterRouter(), port)
