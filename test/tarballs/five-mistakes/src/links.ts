import type { Application } from '@app/core'
import container from '../config/container.ts'

export const greeting: string = container.get('config').greeting
export const linkToAll = (app: Application): string => app.url('notes')
export const linkTo = (app: Application, id: number): string => app.url('note.show', { id })
