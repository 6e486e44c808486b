import type { DatabaseSync } from 'node:sqlite'
import type { LinkStore } from '@app/authentication'

/** Keeps the links that nobody has used yet in a table. */
export function linksInTable(database: DatabaseSync): LinkStore {
  database.exec(`CREATE TABLE IF NOT EXISTS links (
    digest TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    subject TEXT NOT NULL,
    expires INTEGER NOT NULL
  ) STRICT`)
  const insert = database.prepare('INSERT INTO links (digest, purpose, subject, expires) VALUES (?, ?, ?, ?)')
  const select = database.prepare('SELECT 1 FROM links WHERE digest = ?')
  const remove = database.prepare('DELETE FROM links WHERE digest = ?')
  const tidy = database.prepare('DELETE FROM links WHERE expires < ?')
  return {
    add(digest, { purpose, subject, expires }) {
      tidy.run(Date.now())
      insert.run(digest, purpose, subject, expires.getTime())
    },
    take: (digest) => remove.run(digest).changes === 1,
    has: (digest) => select.get(digest) !== undefined,
  }
}

/** The commands that `linksInRedis` needs of a client, such as one of ioredis. */
interface RedisClient {
  set(key: string, value: string, option: 'PXAT', time: number): Promise<unknown>
  del(key: string): Promise<number>
  exists(key: string): Promise<number>
}

/** Keeps the links that nobody has used yet in a Redis, which forgets them when they expire. */
export function linksInRedis(redis: RedisClient): LinkStore {
  return {
    add: (digest, { expires }) => redis.set(`link:${digest}`, '1', 'PXAT', expires.getTime()),
    take: async (digest) => (await redis.del(`link:${digest}`)) === 1,
    has: async (digest) => (await redis.exists(`link:${digest}`)) === 1,
  }
}
