import type { Server } from 'node:http'

interface Answer extends Promise<{ readonly status: number; readonly text: string }> {
  expect(status: number, body: unknown): this
}

export function supertest(server: Server): { get(path: string): Answer }
